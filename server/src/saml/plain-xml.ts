/** Parses untrusted SAML XML. Rejects document types, entities and comments, so that the parser interprets exactly what was signed. */
import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';

const MAX = 256 * 1024;

/**
 * Limits of a message. The time to verify a signature grows with the product of some of these values. It blocks the main process, because a sign-in
 * waits for it.
 */
const LIMITS = { tags: 4_000, depth: 32, namespaces: 400, attributes: 4_000 };

/** Allowed signature algorithms. All others are rejected, including `none`, SHA-1 and HMAC. */
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** Throws if the message contains `<!` (document type, entity, comment or CDATA) or `<?` (processing instruction), or exceeds a limit. */
export function requirePlain(xml: string): void {
  if (xml.length > MAX) throw new Error('too long');
  const body = xml.replace(/^\uFEFF?\s*<\?xml[^<>?]*\?>/, '');
  if (/<[!?]/.test(body)) throw new Error('document type, comment, CDATA or processing instruction');
  let [tags, depth] = [0, 0];
  for (const [tag] of body.matchAll(/<[^<>]*>/g)) {
    tags += 1;
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (tags > LIMITS.tags || depth > LIMITS.depth) throw new Error('too many elements');
  }
  if (body.split('xmlns').length > LIMITS.namespaces) throw new Error('too many namespaces');
  if (body.split('="').length + body.split("='").length > LIMITS.attributes) throw new Error('too many attributes');
  for (const [, , algorithm] of body.matchAll(/\bAlgorithm\s*=\s*(["'])(.*?)\1/gs))
    if (!ALGORITHMS.has(algorithm!)) throw new Error('algorithm not allowed');
}

/** Decompresses a message sent with the redirect binding. */
export const inflate = (bytes: Buffer): string => inflateRawSync(bytes, { maxOutputLength: MAX }).toString('utf8');

type Attributes = Readonly<Record<string, string>>;

export type Element = {
  /** Element name without its prefix. */
  name: string;
  attributes: Attributes;
  text: string;
  all(name: string): Element[];
  /** Returns the child elements with the given name. Throws if there is none. */
  some(name: string): [Element, ...Element[]];
  /** Returns the child element with the given name. Throws unless there is exactly one. */
  only(name: string): Element;
  textOf(name: string): string;
};

/** Parses a document, for example an assertion. Throws if it is not well-formed. */
export function readXml(xml: string): Element {
  requirePlain(xml);
  const refuse = (message: string): never => {
    throw new Error(message);
  };
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
  return asElement(parser.parseFromString(xml, 'text/xml').documentElement);
}

function asElement(element: globalThis.Element): Element {
  const all = (name: string): Element[] =>
    Array.from(element.childNodes)
      .filter((node) => node.nodeType === 1 && (node as globalThis.Element).localName === name)
      .map((node) => asElement(node as globalThis.Element));
  const some = (name: string): [Element, ...Element[]] => {
    const [first, ...rest] = all(name);
    if (!first) throw new Error(`no ${name}`);
    return [first, ...rest];
  };
  const only = (name: string): Element => {
    const [first, ...rest] = some(name);
    if (rest.length > 0) throw new Error(`more than one ${name}`);
    return first;
  };
  return {
    name: element.localName,
    attributes: Object.fromEntries(Array.from(element.attributes).map(({ name, value }) => [name, value])),
    text: (element.textContent ?? '').trim(),
    all,
    some,
    only,
    textOf: (name) => only(name).text,
  };
}
