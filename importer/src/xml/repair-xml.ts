/**
 * Repairs characters that make XML invalid: control characters and references to them, a bare `&` or `<`, and named characters of HTML. Elements stay
 * unchanged. Processes chunks of a document in linear time.
 */
import { NAMED_CHARACTERS } from './named-characters.ts';

type State = 'text' | 'cdata' | 'comment' | 'instruction' | 'doctype' | 'subset';

/** Pattern that ends each state. */
const ENDS: Readonly<Record<Exclude<State, 'text' | 'doctype'>, RegExp>> = {
  cdata: /\]\]>/g,
  comment: /-->/g,
  instruction: /\?>/g,
  subset: /\]\s{0,50}>/g,
};
const DOCTYPE_END = /[[>]/g;

const MARKS = /<!\[CDATA\[|<!--|<!DOCTYPE|<\?|<(?![a-z_:/!\u0080-\uffff])|&(?:(#\d{1,7}|#x[\da-f]{1,6}|[a-z_][\w.-]{0,39});)?/gi;

/** Number of characters at the end of a chunk in which incomplete markup may have started. */
const MAX_MARK = 60;

/** Characters that XML does not allow: control characters except tab and line ends, unpaired surrogates, and two noncharacters. */
const FORBIDDEN = /(?![\t\n\r\u0080-\u009f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

const MAX_SUBSET = 64 * 1024;

export class XmlRepair {
  /** Replacement texts by entity name: those of the document type, and the named characters of HTML. */
  readonly entities: Record<string, string> = Object.assign(Object.create(null), NAMED_CHARACTERS);
  private state: State = 'text';
  private carried = '';
  private subset = '';
  /** True once a document type was read; further ones are ignored. */
  private declared = false;

  /** Returns the repaired text of a chunk, except for an incomplete end, which is kept for the next call. `last` marks the final chunk. */
  write(piece: string, last = false): string {
    const text = this.carried + piece;
    this.carried = '';
    const out: string[] = [];
    let at = 0;
    while (at < text.length) at = this.state === 'text' ? this.passText(text, at, out, last) : this.passOther(text, at, out, last);
    return out.join('').replace(FORBIDDEN, ' ');
  }

  private passText(text: string, from: number, out: string[], last: boolean): number {
    const end = last ? text.length : startOfOpenMark(text, from);
    let at = from;
    MARKS.lastIndex = from;
    for (let mark = MARKS.exec(text); mark && mark.index < end; mark = MARKS.exec(text)) {
      out.push(text.slice(at, mark.index));
      at = mark.index + mark[0].length;
      const state = STATES[mark[0].toUpperCase()];
      if (state) {
        this.state = state;
        out.push(mark[0]);
        return at;
      }
      out.push(mark[0] === '<' ? '&lt;' : this.character(mark[1]));
    }
    const whole = Math.max(at, end);
    out.push(text.slice(at, whole));
    this.carried = text.slice(whole);
    return text.length;
  }

  private passOther(text: string, from: number, out: string[], last: boolean): number {
    const state = this.state as Exclude<State, 'text'>;
    const pattern = state === 'doctype' ? DOCTYPE_END : ENDS[state];
    pattern.lastIndex = from;
    const mark = pattern.exec(text);
    const end = mark ? mark.index + mark[0].length : last ? text.length : endOfCompleteText(text, from);
    const passed = text.slice(from, end);
    out.push(passed);
    if (state === 'subset' && !this.declared && this.subset.length < MAX_SUBSET) this.subset += passed;
    if (!mark) {
      this.carried = text.slice(end);
      return text.length;
    }
    if (state === 'subset' && !this.declared) {
      this.declared = true;
      Object.assign(this.entities, readDeclarations(this.subset));
    }
    this.state = mark[0] === '[' ? 'subset' : 'text';
    return end;
  }

  /** Returns a valid character reference unchanged. Otherwise escapes its `&`. */
  private character(name: string | undefined): string {
    if (name === undefined) return '&amp;';
    if (!name.startsWith('#')) return name in this.entities ? `&${name};` : `&amp;${name};`;
    const code = Number(/^#x/i.test(name) ? `0x${name.slice(2)}` : name.slice(1));
    if (code >= 0x80 && code <= 0x9f) return String.fromCharCode(code);
    const isCharacter = code === 9 || code === 10 || code === 13 || (code >= 32 && code < 0xd800) || (code > 0xdfff && code <= 0x10ffff);
    return isCharacter && (code & 0xfffe) !== 0xfffe ? `&${name.toLowerCase()};` : ' ';
  }
}

const STATES: Readonly<Record<string, State>> = {
  '<![CDATA[': 'cdata',
  '<!--': 'comment',
  '<!DOCTYPE': 'doctype',
  '<?': 'instruction',
};

/** Returns the position after which incomplete markup may start. Surrogate pairs are not split. */
function endOfCompleteText(text: string, from: number): number {
  const end = Math.max(from, text.length - MAX_MARK);
  return end > from && /[\ud800-\udbff]/.test(text[end - 1]!) ? end - 1 : end;
}

/** Returns the start of the last markup that may be incomplete, or the end of the text. */
function startOfOpenMark(text: string, from: number): number {
  const start = Math.max(from, text.length - MAX_MARK);
  const tail = text.slice(start);
  const begun = Math.max(tail.lastIndexOf('&'), tail.lastIndexOf('<'));
  const surrogate = /[\ud800-\udbff]$/.test(tail) ? text.length - 1 : text.length;
  return begun >= 0 && !tail.slice(begun).includes(';') ? Math.min(start + begun, surrogate) : surrogate;
}

const DECLARATION = /<!ENTITY\s{1,50}([\w.-]{1,40})\s{1,50}(?:"([^"<%]{0,200})"|'([^'<%]{0,200})')/g;
const NUMBERED = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi;
const MAX_ENTITIES = 500;

/**
 * Returns the plain-text entities of an internal document type. Ignores definitions that contain another entity or refer to a file, so that texts
 * cannot grow and no file is loaded.
 */
export function readDeclarations(subset: string): Record<string, string> {
  const found: Record<string, string> = {};
  let count = 0;
  for (const [, name, double, single] of subset.matchAll(DECLARATION)) {
    const value = (double ?? single ?? '').replace(NUMBERED, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 38 ? String.fromCodePoint(code) : ' ';
    });
    if (value.includes('&') || (count += 1) > MAX_ENTITIES) continue;
    found[name!] = value;
  }
  return found;
}
