/** The token of a visit from a learning platform: in its frame there may be no cookie and no storage, so it lives in memory and ends with the page. */
let token = '';

export const visitToken = (): string => token;

export const rememberVisit = (fresh: string): void => void (token = fresh);
