/** Converts a subset of CSS into presentation attributes: rules for elements, classes and ids. */

/** Declarations by element name, class or id. */
export type Rules = Record<'tag' | 'class' | 'id', Map<string, Record<string, string>>>;

const PROPERTIES = new Set(
  `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset opacity color clip-path clip-rule mask marker-start marker-mid marker-end stop-color stop-opacity display visibility
  overflow font-family font-size font-weight font-style text-anchor letter-spacing word-spacing dominant-baseline vector-effect
  paint-order shape-rendering text-rendering`.split(/\s+/),
);

/**
 * Returns whether a value is safe. It must not end the attribute, contain escapes, or load external content. `url()` may only refer to the same file.
 */
export function safeValue(value: string): boolean {
  if (value.length > 200_000 || /[<>&\\@]|\/\*|:\s*\/\/|javascript:|expression|data:/i.test(value)) return false;
  return !/url/i.test(value.replace(/url\(\s*(["']?)#[\w.-]+\1\s*\)/gi, ''));
}

/** Returns the allowed declarations in a text such as `fill:#fff;stroke:none`. The names of all others are added to `removed`. */
export function readStyle(text: string, removed: Set<string>): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important/i, '')
      .trim();
    if (value === '') continue;
    if (PROPERTIES.has(name) && safeValue(value)) allowed[name] = value.replace(/"/g, "'");
    else removed.add(declaration.slice(0, colon).trim());
  }
  return allowed;
}

/** Adds the rules of a style sheet to `rules`. At-rules and selectors other than `a`, `.b`, `#c` and `a.b` are added to `removed`. */
export function readRules(sheet: string, rules: Rules, removed: Set<string>): void {
  const text = sheet.replace(/\/\*[\s\S]*?(\*\/|$)/g, '').replace(/<!--|-->/g, '');
  const findOpen = finder(text, '{');
  const findEnd = finder(text, ';');
  let at = 0;
  while (at < text.length) {
    const open = findOpen(at);
    const atRule = /^\s*(@[\w-]*)/.exec(text.slice(at))?.[1];
    if (atRule !== undefined) {
      const end = findEnd(at);
      removed.add(atRule.slice(0, 40));
      at = end >= 0 && (open < 0 || end < open) ? end + 1 : afterBlock(text, open);
      continue;
    }
    if (open < 0) return;
    const close = text.indexOf('}', open);
    const block = text.slice(open + 1, close < 0 ? text.length : close);
    addRule(text.slice(at, open), readStyle(block, removed), rules, removed);
    at = close < 0 ? text.length : close + 1;
  }
}

function addRule(selectors: string, declarations: Record<string, string>, rules: Rules, removed: Set<string>): void {
  for (const selector of selectors.split(',')) {
    const found = /^(?:([a-zA-Z]+)|[a-zA-Z]*\.([\w-]+)|#([\w.-]+))$/.exec(selector.trim());
    if (!found) {
      removed.add(selector.trim().slice(0, 40));
      continue;
    }
    const [, tag, byClass, id] = found;
    const [map, name] = tag ? [rules.tag, tag] : byClass ? [rules.class, byClass] : [rules.id, id!];
    map.set(name, { ...map.get(name), ...declarations });
  }
}

/** Returns a function that finds the next occurrence of a character. Calls must pass increasing positions, so that the text is searched only once. */
function finder(text: string, character: string): (from: number) => number {
  let found = -1;
  let searched = 0;
  return (from) => {
    if (found < from && searched < text.length) {
      found = text.indexOf(character, from);
      searched = found < 0 ? text.length : found + 1;
    }
    return found < from ? -1 : found;
  };
}

/** Returns the position after the brace that matches the one at `open`. */
function afterBlock(text: string, open: number): number {
  if (open < 0) return text.length;
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i + 1;
  }
  return text.length;
}
