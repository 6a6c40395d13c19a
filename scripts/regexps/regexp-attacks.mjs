/** Generates inputs on which a backtracking regular expression is likely to be slow, derived from the expression and from a fixed list. */

const COMMON =
  'a|-|.| |\n|/|\\|"|\'|<|>|=|&|0|1:|0:0|a@|a.|a-|--|<!---->|<!-- -->|<a>|<a |a=|a="|;|%|#|(|((|[|[[|{|{\\|*|_|,|a,|1,|$|é|\t|\r\n|^|+|a1|http://|www.|/*|*/|//|::|a b|\u00ad|:|\n\n|a\n|~'
    .split('|')
    .map((piece) => ({ prefix: '', piece }));

/** One character for each class that expressions distinguish. */
const CHARACTERS = [...'a1 -A_.,;:!?/\\\n\t"\'<>()[]{}@#%&*+=|~^$éß中\u00ad\u00a0\u0001\r0x'];

/** Returns pieces to be repeated, each with a prefix, and endings to be appended. */
export function attacksOn(source, flags) {
  const root = parse(source, flags.replace(/[gyd]/g, ''));
  const pieces = [...COMMON];
  const ends = new Set(['\u0001', '\n']);
  const quantified = [];
  collect(root, '', pieces, ends, quantified);
  for (const character of CHARACTERS)
    if (quantified.filter(({ matches }) => matches?.(character)).length > 1) {
      pieces.push({ prefix: '', piece: character });
      for (const { prefix } of quantified) pieces.push({ prefix, piece: character });
    }
  const seen = new Set();
  return {
    pieces: pieces.filter(({ prefix, piece }) => {
      const key = `${prefix}\u0000${piece}`;
      if (piece === '' || prefix.length > 200 || seen.has(key)) return false;
      seen.add(key);
      return true;
    }),
    ends: [...ends].slice(0, 5),
  };
}

/** Collects the parts of `node` that can repeat. `before` is an example of a text that matches everything before the node. */
function collect(node, before, pieces, ends, quantified) {
  for (const sequence of node.alternatives) {
    let prefix = before;
    let own = '';
    for (const item of sequence) {
      if (item.alternatives) collect(item, prefix, pieces, ends, quantified);
      for (const end of item.excluded ?? []) ends.add(end);
      if (item.many) {
        quantified.push({ prefix, matches: item.matches });
        for (const example of item.examples) pieces.push({ prefix, piece: example }, { prefix: '', piece: own + example });
      }
      own += item.examples[0] ?? '';
      prefix += item.examples[0] ?? '';
      pieces.push({ prefix: before, piece: own });
    }
  }
}

/** Parses an expression into alternatives, which are sequences of items. An item has examples of matching texts, and may itself have alternatives. */
function parse(source, flags) {
  let at = 0;

  const alternatives = () => {
    const all = [[]];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1;
        all.push([]);
      } else all.at(-1).push(quantify(item()));
    }
    return all;
  };

  const item = () => {
    const start = at;
    const character = source[at];
    if (character === '(') return group();
    if (character === '[') {
      skipClass();
      return classItem(source.slice(start, at));
    }
    if (character === '\\') {
      const length = /^\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|[^])/i.exec(source.slice(at, at + 60))[0].length;
      at += length;
      const text = source.slice(start, at);
      if (/^\\(?:[bB1-9]|k<)/.test(text)) return { examples: [''] };
      return classItem(text);
    }
    at += source.codePointAt(at) > 0xffff ? 2 : 1;
    if (character === '^' || character === '$') return { examples: [''] };
    if (character === '.') return classItem('.');
    const literal = source.slice(start, at);
    return { examples: [literal], matches: (other) => other === literal };
  };

  const group = () => {
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/.exec(source.slice(at, at + 100))[0];
    at += opening.length;
    const all = alternatives();
    at += 1;
    const isAround = /^\(\?<?[=!]/.test(opening);
    const examples = all.map((sequence) => sequence.map(({ examples: [first = ''] }) => first).join(''));
    // Adds the alternatives in sequence, because their combination may be slow even if each one alone is not.
    if (examples.length > 1) examples.push(examples.slice(0, 4).join(''));
    return { alternatives: all, examples: isAround ? [''] : examples };
  };

  const skipClass = () => {
    let depth = 0;
    do {
      if (source[at] === '\\') at += 1;
      else if (source[at] === '[' && (depth === 0 || flags.includes('v'))) depth += 1;
      else if (source[at] === ']') depth -= 1;
      at += 1;
    } while (depth > 0);
  };

  const classItem = (text) => {
    const pattern = new RegExp(`^(?:${text})$`, flags);
    const matches = (character) => pattern.test(character);
    const literal = /^\[\^?(\\?[^\\])/.exec(text)?.[1];
    const own = literal && matches(literal.at(-1)) ? [literal.at(-1)] : [];
    return {
      examples: [...new Set([...CHARACTERS.filter(matches).slice(0, 2), ...own])],
      matches,
      excluded: text.startsWith('[^') ? CHARACTERS.filter((character) => !matches(character)).slice(0, 2) : [],
    };
  };

  const quantify = (item) => {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(at, at + 20));
    if (!found) return item;
    at += found[0].length;
    const [text, least, comma, most] = found;
    const times = Number(least ?? 0);
    const many = text[0] === '*' || text[0] === '+' || (comma !== undefined && most === '') || Number(most ?? least ?? 0) > 1;
    const repeated = times > 1 ? item.examples.map((example) => example.repeat(Math.min(times, 20))) : item.examples;
    return { ...item, examples: repeated, many };
  };

  return { alternatives: alternatives() };
}
