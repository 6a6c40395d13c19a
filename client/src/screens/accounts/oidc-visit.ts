/** A visit to another portal: what this browser keeps until it is back, and what came with the way back. */

const KEY = 'visit';

export function rememberVisit(secret: string): void {
  sessionStorage.setItem(KEY, secret);
}

/** The secret of the visit this browser began; used once. */
export function takeVisit(): string {
  const secret = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  return secret;
}

/** What the other portal said, out of the fragment the way back ended with; empty when nobody comes from there. */
export const answerOf = (fragment: string): string => new URLSearchParams(fragment).get('answer') ?? '';
