/**
 * Session token inside the frame of a learning platform. Cookies and storage may be blocked there, so the token is kept in memory until the page
 * is closed.
 */
let token = '';

export const visitToken = (): string => token;

export const rememberVisit = (fresh: string): void => void (token = fresh);
