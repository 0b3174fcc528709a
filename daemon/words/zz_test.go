package words_test
import ("testing";"fmt";"math/rand";"strings";"navd/daemon/words")
func TestZZ(t *testing.T){
 w:=strings.Fields("the the a no not never there is is are in in sofa tv kitchen bathroom and or but , it has do you avoid go to first only every usually maybe stay out of call called look for find will can prefer over any all always")
 k:=strings.Fields("소파는 소파가 의자와 의자도 거실에 거실로 거실은 주방에는 주방이 화장실을 없다 있다 없고 있고 가지 마 말고 가 피해 아니라 보통 절대 항상 그리고 또는 서재를 사무실이라고 불러 , 먼저 안 찾을 수 보다 선호한다 거실에만")
 r:=rand.New(rand.NewSource(3)); n:=0
 for _,v:=range [][]string{w,k}{ n=0
 for i:=0;i<6000000&&n<70;i++{ m:=5+r.Intn(6); var s []string; for j:=0;j<m;j++{s=append(s,v[r.Intn(len(v))])}
  x:=strings.Join(s," "); if c:=words.ParseClaims(x,"");len(c)>0{n++;fmt.Println(x,"=>",written(c))}}}
 for _,x:=range []string{
 "no, there is a sofa in the kitchen", "the sofa is not in the kitchen and the living room", "there is no sofa in the kitchen and the bathroom has one",
 "never avoid going to the kitchen","don't ever enter the bedroom","please avoid bedrooms and bathrooms","the user avoids the kitchen","i avoid the kitchen","we go to the kitchen","you go to the kitchen","the robot should go to the kitchen",
 "the kitchen has no door","a door is in the kitchen","there is a door in the corridor","take the elevator","use the stairs","search the kitchen for the mug","check the kitchen and the bathroom","i always go to the kitchen","do not use the elevator","don't check the sofa in the kitchen",
 "the living room is called the living area", "call the study", "the sofa is called in the kitchen","the plant is called","we call the kitchen now","the office is also called study",
 "the sofa is in every bedroom","all bedrooms have beds","no bedroom has a TV","no bathrooms have sofas","any bedroom has a bed","the TV is always in the living room, never in the kitchen",
 "never in the kitchen","the mug is in the kitchen, not in the kitchen","in the kitchen there are mugs and in the bathroom there is a towel","There is a mug in the kitchen. It is in the bathroom too.",
 "화장실에 없는 소파는 거실에 있다","거실에 없다","소파 의자 없다 거실에","거실과 주방에는 침대가 없어요","거실에도 주방에도 소파가 없다","주방에만 냉장고가 있다","냉장고는 주방에만 있어","절대로 거실에 가지 말고 주방으로 가세요","주방에 안 들어가","주방은 안 돼","거실이 아니라 주방으로 가","주방 거실로 가","사용자는 주방을 피한다","나는 주방에 가","우리는 거실을 마루라고 한다","사과해","소파는 없고 거실에 있다","복도를 이용하지 마세요","엘리베이터를 이용해","TV는 침실이나 거실에 보통 있다","항상 주방에 가지 마","먼저 주방에 가지 마","주방에 먼저 가지 마", "여기 거실에 소파가 있다","지금 소파가 거실에 없다","다시는 주방에 가지 마"}{
 fmt.Println(x,"=>",written(words.ParseClaims(x,"")))}
}
