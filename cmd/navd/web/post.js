// post calls a write of the page, and fails with the words of its refusal.
export async function post(path, params) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(params) });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  let refusal = { error: text };
  try {
    refusal = JSON.parse(text);
  } catch { /* the guard answers in plain words */ }
  throw new Error([refusal.error, refusal.hint].filter(Boolean).join(": "));
}
