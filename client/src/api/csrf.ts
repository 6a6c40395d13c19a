/** CSRF token of the session. Every GET reply contains it, and every write sends it (docs/behaviour/access.md#writing-calls). */
export const CSRF_HEADER = 'X-CSRF-Token';

let token = '';

export const csrfToken = (): string => token;

export function rememberToken(response: Response): void {
  token = response.headers.get(CSRF_HEADER) ?? token;
}

/** Forgets the token, so that the next write fetches a fresh one. */
export function clearToken(): void {
  token = '';
}
