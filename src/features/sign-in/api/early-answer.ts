declare global {
  interface Window {
    /** The number of a link, and the answer to its look-up, which the document's head asked for. */
    lookedUp?: { phone: string; answer: Promise<Response> };
  }
}

/**
 * What the look-up brought that was asked for before any script; `null` for another number, a second
 * time, or where it brought nothing of use: then it is asked again.
 */
export async function takeEarlyAnswer(phone: string): Promise<unknown> {
  const { lookedUp } = window;
  if (lookedUp?.phone !== phone) return null;
  delete window.lookedUp;
  try {
    const answer = await lookedUp.answer;
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
