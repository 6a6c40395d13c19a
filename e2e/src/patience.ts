/** Maximum time in milliseconds for which a journey waits for the browser, a page, a reply, a mail or a job. A busy machine needs more than a minute. */
export const PATIENCE = 120_000;
