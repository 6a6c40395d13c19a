/** Checks that no screen treats the first page of a list as the whole list (docs/behaviour/common.md#lists). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';

const CLIENT = resolve(import.meta.dirname, '..');
const CONTRACT = resolve(CLIENT, '../../contract/src');

/** Lists that intentionally show only their first rows, and where users find the remaining rows. */
const PREVIEWS: Record<string, string> = {
  'components/own-material/use-new-material.ts list': 'finds the draft that was created last',
  'components/reviews/MediumReviews.tsx ofMedium': 'a button reads more of them',
  'screens/catalogue/medium/given/use-list-trail.ts history': 'neighbours of a medium that was opened lately',
  'screens/catalogue/search/SearchScreen.tsx search': 'the page of results reads on',
  'screens/home/rows.tsx bookmarks': 'the row leads to all bookmarks',
  'screens/home/rows.tsx history': 'the row leads to the history',
  'screens/home/rows.tsx list': 'the row leads to the whole list',
  'screens/home/rows.tsx search': 'the row leads to the search',
  'screens/home/use-lists.ts list': 'the row leads to all lists',
  'screens/home/use-loans.tsx orders': 'the row leads to all loans',
  'components/news/news-list.ts list': 'the row leads to all news',
  'screens/schools/SchoolNews.tsx list': 'the section leads to all news',
  'screens/setup/texts/SynonymsDialog.tsx synonyms': 'the dialog shows the total and finds the others by words',
};

/** Functions that read a single page. `usePages` and `queryAll` read all pages. */
const CALL = /\b(query|boardQuery|call|callWith|usePage)\(\s*/g;

function argumentsAt(code: string, start: number): string {
  let depth = 1;
  for (let i = start; i < code.length; i++) {
    const sign = code[i]!;
    if ('([{'.includes(sign)) depth++;
    if (')]}'.includes(sign) && --depth === 0) return code.slice(start, i);
  }
  return code.slice(start);
}

const isPaged = (endpoint: unknown): boolean => {
  const { query } = (endpoint ?? {}) as { query?: unknown };
  return query instanceof z.ZodObject && 'offset' in query.shape && 'limit' in query.shape;
};

/** Returns the names of the paginated endpoints that the code imports, such as `lending.models`. */
async function pagedCalls(code: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (const [, imported, path] of code.matchAll(/import \{([^}]*)\} from '@fundus\/contract\/([^']+)'/g)) {
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(CONTRACT, `${path}.ts`)).href)) as Record<string, unknown>;
    for (const each of imported!.split(',')) {
      const [name, local = name] = each.replace('type ', '').trim().split(' as ');
      const group = name ? module[name] : undefined;
      if (typeof group !== 'object' || group === null) continue;
      for (const [call, endpoint] of Object.entries(group)) if (isPaged(endpoint)) names.add(`${local}.${call}`);
    }
  }
  return names;
}

/** Returns the problem of a call with the arguments `asked`, or `null`. */
function problemOf(callee: string, asked: string, code: string): string | null {
  if (/\blimit: 1\b/.test(asked)) return null;
  const pages = /\b(rowsOf\(|offset\b|pageParam\b)/.test(asked) || /\bquery: rowsOf\(/.test(asked);
  if (pages)
    return /\b(onPage|onTurn|setOffset|fetchNextPage|hasNextPage|pageParam)\b|\blist=\{/.test(code)
      ? null
      : 'reads a page and cannot turn it';
  if (callee === 'usePage') return 'reads the first page only';
  // Search suggestions need no paging, because typing more letters finds the remaining entries.
  if (/\bq\b/.test(asked) && /\blimit: (8|10|20|MAX_FOUND)\b/.test(asked)) return null;
  return 'reads the first page only';
}

async function findProblems(file: string, code: string): Promise<string[]> {
  const paged = await pagedCalls(code);
  const found: string[] = [];
  for (const match of code.matchAll(CALL)) {
    const asked = argumentsAt(code, match.index + match[0].length);
    const name = /^\w+(\[\w[^\]]*\])?\.\w+|^\w+/.exec(asked)?.[0] ?? '';
    const unknown = !name.includes('.') && /\blimit: \w+/.test(asked);
    if (!paged.has(name) && !unknown && !/^SCOPE_CALLS\[.*\]\.search$/.test(name)) continue;
    const problem = problemOf(match[1]!, asked, code);
    const key = `${file} ${name.split('.').at(-1)}`;
    if (problem && !(key in PREVIEWS)) found.push(`${key}: ${problem}`);
  }
  for (const name of ['onPage', 'onTurn'])
    if (new RegExp(`${name}=\\{\\(\\) => \\{\\}\\}`).test(code)) found.push(`${file}: a pager that does nothing`);
  return found;
}

const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('testing/') && path !== 'api/read-all.ts')
  .map((path) => join(CLIENT, path));

test('finds no list that treats its first page as the whole list', async () => {
  const problems: string[] = [];
  for (const file of files) problems.push(...(await findProblems(relative(CLIENT, file), readFileSync(file, 'utf8'))));
  expect(problems).toEqual([]);
});

describe('detection of unpaged lists', () => {
  const head = "import { lending } from '@fundus/contract/lending/lending';\n";
  test.each([
    ['useQuery(query(lending.models, { query: { point, limit: 100 } }));', 'reads the first page only'],
    ['usePage(lending.models, { query: { point, limit: 100 } });', 'reads the first page only'],
    ['usePage(lending.models, { query: { point, ...rowsOf(page, 20) } });', 'reads a page and cannot turn it'],
  ])('reports %s', async (call, problem) => {
    expect(await findProblems('a.tsx', head + call)).toEqual([`a.tsx models: ${problem}`]);
  });

  test('reports a pager without an effect', async () => {
    expect(await findProblems('a.tsx', '<Pager onTurn={() => {}} />')).toEqual(['a.tsx: a pager that does nothing']);
  });

  test.each([
    'usePage(lending.models, { query: { point, ...rowsOf(page, 20) } }); <Pager onTurn={turn} />',
    'useQuery(queryAll(lending.models, { query: { point } }));',
    'useQuery(query(lending.models, { query: { point, q, limit: 8 } }));',
    'useQuery(query(lending.models, { query: { point, limit: 1 } }));',
  ])('allows %s', async (call) => {
    expect(await findProblems('a.tsx', head + call)).toEqual([]);
  });

  test('has no exception for a deleted preview', () => {
    const gone = Object.keys(PREVIEWS).filter((key) => !files.includes(join(CLIENT, key.split(' ')[0]!)));
    expect(gone).toEqual([]);
  });
});
