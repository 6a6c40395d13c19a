/**
 * Trusted Types: the browser takes markup and addresses of scripts from here alone, and refuses plain text wherever it would become a
 * page (Content-Security-Policy `require-trusted-types-for`). DOMPurify has a policy of its own for what it reads.
 */
type Policies = {
  createPolicy(name: string, rules: Record<string, (value: string) => string | null>): { createHTML(html: string): unknown };
};

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
const markup = policies?.createPolicy('fundus', { createHTML: (html) => html });

// Workers that libraries start: only those that came with the portal.
policies?.createPolicy('default', {
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && /^\/(assets|pdfjs|src|node_modules|@fs)\//.test(pathname) ? address : null;
  },
});

/** For markup that was cleaned, is our own, or is read into a document nobody sees. */
export const trustedHtml = (html: string): string => (markup ? (markup.createHTML(html) as string) : html);
