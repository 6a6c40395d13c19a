/**
 * Trusted Types policies (Content-Security-Policy `require-trusted-types-for`). Only they may create markup and script URLs. DOMPurify has its own
 * policy, and so does ProseMirror for pasted markup that DOMPurify has sanitized.
 */
type Policies = {
  createPolicy(name: string, rules: Record<string, (value: string) => string | null>): { createHTML(html: string): unknown };
};

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
const markup = policies?.createPolicy('fundus', { createHTML: (html) => html });

// Allows service workers and workers of libraries, but only from paths of the portal itself.
policies?.createPolicy('default', {
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && /^\/((assets|pdfjs|src|node_modules|@fs)\/|app-worker\.js$)/.test(pathname) ? address : null;
  },
});

/** Marks markup as trusted. Use it only for sanitized markup or for parsing into an inert document. */
export const trustedHtml = (html: string): string => (markup ? (markup.createHTML(html) as string) : html);
