/** A visit to another portal: what this browser keeps until it is back, and what came with the way back. */

const KEY = 'visit';

export function rememberVisit(secret: string): void {
  sessionStorage.setItem(KEY, secret);
}

let taken = '';

/** The secret of the visit this browser began; used once, and drawn twice it is still the same. */
export function takeVisit(): string {
  const secret = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (secret) taken = secret;
  return taken;
}

/** What the other portal said, out of the fragment the way back ended with; empty when nobody comes from there. */
export const answerOf = (fragment: string): string => new URLSearchParams(fragment).get('answer') ?? '';
