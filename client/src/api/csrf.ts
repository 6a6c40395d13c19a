/** The token of the session: it comes with every GET reply and goes back with everything that writes (docs/behaviour/access.md#writing-calls). */
export const CSRF_HEADER = 'X-CSRF-Token';

let token = '';

export const csrfToken = (): string => token;

export function rememberToken(response: Response): void {
  token = response.headers.get(CSRF_HEADER) ?? token;
}

/** Forgets the token; the next writing call fetches a fresh one. */
export function forgetToken(): void {
  token = '';
}
