/** Checks that the documents cover every setting and field, and that their links work. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { FrontendConfig } from '@fundus/contract/config';
import { MediaDetail, MediaRecord, SearchWords } from '@fundus/contract/catalogue/catalogue';
import { User } from '@fundus/contract/accounts/accounts';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)));

/** Returns the names in backticks, including the parts of names such as `a.b`. */
const named = (text) => new Set([...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => [code, ...code.split(/[^\w]+/)]));

describe('settings', () => {
  const names = named(read('docs/operate/configuration.md'));

  test('are documented if they are read from environment variables', () => {
    const variables = [...read('server/src/env-schema.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
    expect(variables).toContain('DATA_DIR');
    expect(variables.filter((name) => !names.has(name))).toEqual([]);
  });

  test('are read by the code if they are documented as environment variables', () => {
    const code = read('server/src/env-schema.ts');
    const table = read('docs/operate/configuration.md').split('## Portal configuration')[0];
    const claimed = [...table.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name);
    expect(claimed.filter((name) => !code.includes(name))).toEqual([]);
  });

  test('are used in the code', () => {
    const table = read('docs/operate/configuration.md').split('## Portal configuration')[1];
    const fields = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
      [...cell.matchAll(/`(?:\w+\.)?(\w+)`/g)].map(([, name]) => name),
    );
    const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'contract/src', 'client/src', 'server/src'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter(
        (path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/config\.ts$|\/env\.ts$/.test(path) && existsSync(join(root, path)),
      );
    // Excludes the schema itself. Switches are used next to it, in the same file.
    const code = [...sources, 'contract/src/config.ts']
      .map(read)
      .join('\n')
      .replace(/export const FrontendConfig = [\s\S]*?\n\}\);/, '');
    const isRead = (name) => new RegExp(`[.'{,] ?${name}\\b`).test(code);
    expect(fields.length).toBeGreaterThan(20);
    expect(fields.filter((name) => !isRead(name))).toEqual([]);
  });

  test('are documented with their default values', () => {
    const table = read('docs/operate/configuration.md').split('## Portal configuration')[1].split('## Examples')[0];
    const rows = [...table.matchAll(/^\| (`.+) \|$/gm)].map(([, line]) => line.split(/\s+\|\s+/));
    const defaults = FrontendConfig.parse({});
    const written = (value) =>
      value === '' || (typeof value === 'object' && !Array.isArray(value)) ? '–' : JSON.stringify(value).replaceAll('","', '", "');
    const seen = new Set();
    for (const [names, shown, what, who, ...more] of rows) {
      expect(more, names).toEqual([]);
      expect(what.length > 10 && who.length > 3, names).toBe(true);
      const fields = [...names.matchAll(/`([\w.]+)`/g)].map(([, name]) => name);
      const said = shown === '–' ? ['–'] : [...shown.matchAll(/`([^`]+)`/g)].map(([, value]) => value);
      for (const [i, field] of fields.entries()) {
        seen.add(field.split('.')[0]);
        const value = field.split('.').reduce((inside, part) => inside?.[part], defaults);
        const default_ = said[i] ?? said[0];
        // Their defaults depend on the portal type and are described in words.
        if (field === 'LegalPages')
          expect([FrontendConfig.shape.LegalPages.safeParse(default_).success, value], field).toEqual([true, undefined]);
        else if (field === 'Type') expect([default_, value]).toEqual(['""', '']);
        else expect([written(value), value], field).toContain(default_);
      }
    }
    expect([...seen].sort()).toEqual(Object.keys(FrontendConfig.shape).sort());
  });
});

test('lists every field of a medium, a search and a user in the glossary', () => {
  const names = named(read('docs/GLOSSARY.md'));
  const fields = [MediaRecord, MediaDetail, SearchWords, User].flatMap(({ shape }) => Object.keys(shape));
  expect(fields.filter((name) => !names.has(name) && !name.startsWith('filter_fn_'))).toEqual([]);
});

/** Returns the anchor of a heading: lower case, without punctuation, hyphens instead of blanks. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchors = new Map();
/** Returns the anchors of a page; null if the page does not exist. */
function anchorsIn(path) {
  if (!anchors.has(path))
    anchors.set(
      path,
      existsSync(join(root, path)) ? new Set([...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading))) : null,
    );
  return anchors.get(path);
}
const leads = (page, heading) => anchorsIn(page) !== null && (!heading || anchorsIn(page).has(heading));

describe('links', () => {
  test.each(documents)('in %s point to existing pages and headings', (path) => {
    const targets = [...read(path).matchAll(/\]\(([^)\s]+)/g)].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target));
    const isThere = (target) => {
      const [file, heading] = target.split('#');
      const page = file === '' ? path : relative(root, resolve(root, dirname(path), file));
      return page.endsWith('.md') ? leads(page, heading) : existsSync(join(root, page));
    };
    expect(targets.filter((target) => !isThere(target))).toEqual([]);
  });
});

/** Citations of documents and headings in comments. */
describe('citations', () => {
  const cited = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs', '*.css', '*.sql', 'docs/decisions/*.md'],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .map((line, i) => ({ where: `${path}:${i + 1}`, line })),
    );

  test('point to existing pages and headings', () => {
    const found = cited.flatMap(({ where, line }) =>
      [...line.matchAll(/(?<![\w/])docs\/([\w/-]+\.md)(?:#([\w-]+))?/g)].map(([cite, page, heading]) => ({ where, cite, page, heading })),
    );
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter(({ page, heading }) => !leads(`docs/${page}`, heading)).map(({ where, cite }) => `${where} ${cite}`)).toEqual([]);
  });

  test('point only to documents of this repository', () => {
    const elsewhere = /(?<![\w/-])(?:behaviour|design|look|search|spec|standards)\.md|\bspec §|\bstandards §?\d/i;
    expect(cited.filter(({ line }) => elsewhere.test(line)).map(({ where, line }) => `${where} ${line.trim()}`)).toEqual([]);
  });
});

test('mentions only existing files and folders in documents', () => {
  const named = /`((?:bench|client|contract|demo|deploy|docs|e2e|importer|scripts|search|server)\/[\w./@-]*[\w/])`/g;
  const gone = documents.flatMap((path) =>
    [...read(path).matchAll(named)].filter(([, file]) => !existsSync(join(root, file))).map(([, file]) => `${path}: ${file}`),
  );
  expect(gone).toEqual([]);
});

describe('decision records', () => {
  const records = documents.filter((path) => /^docs\/decisions\/\d/.test(path)).sort();
  const numberOf = (path) => path.slice('docs/decisions/'.length).slice(0, 4);
  const SECTIONS = ['Context', 'Decision', 'Consequences', 'Alternatives considered'];

  test('are listed once in the index, in order', () => {
    const indexed = [...read('docs/decisions/README.md').matchAll(/^\| (\[\d.*?)\s*\|$/gm)].map(([, row]) => row.split(/\s*\|\s*/));
    expect(indexed).toEqual(
      records.map((path) => {
        const [, title] = read(path).match(/^# \d{4} (.+)/) ?? [];
        const [, status, date] = read(path).match(/^- \*\*Status:\*\* (.+)\n- \*\*Date:\*\* (\d{4}-\d\d-\d\d)$/m) ?? [];
        return [`[${numberOf(path)}](${path.slice('docs/decisions/'.length)})`, title, status, date];
      }),
    );
  });

  test.each(records)('%s has the standard sections and at most 250 words', (path) => {
    const text = read(path);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(SECTIONS);
    expect(text.match(/^# (\d{4})/)?.[1]).toBe(numberOf(path));
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(250);
  });

  test('exist for every reference in code and documents', () => {
    const numbers = new Set(records.map(numberOf));
    const names = new Set(records.map((path) => path.slice('docs/decisions/'.length)));
    const reference = /(?<![/\w])(?:docs\/)?decisions\/(\d{4}[\w.-]*)|\bdecisions? (\d{4})\b|\]\((?:[\w./]*\/)?(\d{4}-[\w-]+\.md)/g;
    const isKnown = (cited) => (cited.includes('-') ? names.has(cited.replace(/\.$/, '')) : numbers.has(cited));
    const tracked = execFileSync(
      'git',
      ['grep', '-lIE', 'decisions?[/ ][0-9]{4}|\\([0-9]{4}-[a-z]', '--', '.', ':!scripts/documents.test.mjs'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    const cited = tracked
      .split('\n')
      .filter((path) => path && existsSync(join(root, path)))
      .flatMap((path) =>
        [...read(path).matchAll(reference)].map((found) => ({ path, number: found.slice(1).find((group) => group !== undefined) })),
      );
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ number }) => !isKnown(number)).map(({ path, number }) => `${path}: ${number}`)).toEqual([]);
  });
});

test('mentions only existing npm commands in documents', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const path of documents)
    for (const [, name] of read(path).matchAll(/npm run ([a-z:]+)/g))
      expect(Object.keys(scripts), `${path}: npm run ${name}`).toContain(name);
});
