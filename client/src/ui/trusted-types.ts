/**
 * Trusted Types: the browser accepts markup and script addresses only from these policies (Content-Security-Policy `require-trusted-types-for`).
 * DOMPurify has its own policy, and ProseMirror one for pasted markup, which DOMPurify has cleaned before.
 */
type Policies = {
  createPolicy(name: string, rules: Record<string, (value: string) => string | null>): { createHTML(html: string): unknown };
};

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
const markup = policies?.createPolicy('fundus', { createHTML: (html) => html });

// Allows workers of libraries and the service worker, only from the portal’s own paths.
policies?.createPolicy('default', {
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && /^\/((assets|pdfjs|src|node_modules|@fs)\/|app-worker\.js$)/.test(pathname) ? address : null;
  },
});

/** Marks markup as trusted. Only for sanitized or own markup, or for parsing into an inert document. */
export const trustedHtml = (html: string): string => (markup ? (markup.createHTML(html) as string) : html);
