/** CSRF token of the session, received with every GET reply and sent with every write (docs/behaviour/access.md#writing-calls). */
export const CSRF_HEADER = 'X-CSRF-Token';

let token = '';

export const csrfToken = (): string => token;

export function rememberToken(response: Response): void {
  token = response.headers.get(CSRF_HEADER) ?? token;
}

/** Forgets the token; the next writing call fetches a fresh one. */
export function clearToken(): void {
  token = '';
}
