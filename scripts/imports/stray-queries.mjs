/** Finds SQL outside of repositories. */
import { isTest } from './source-paths.mjs';

const namesTables = (text) => /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*?>)?`/.test(text);

/** Files besides repositories that may contain SQL, with reasons; each entry is a path prefix. */
const SQL_ELSEWHERE = {
  'server/src/db/': 'is about the database itself: opening, migrating, expressions every repository uses',
  'server/src/all-domains/': 'iterates over the tables declared by the domains',
  'server/src/visitors/in-class.ts': 'who counts in a class, as an expression for the statements of several repositories',
};

/** Returns files of the server with SQL outside a repository, and exceptions that are not needed. */
export function strayQueries(files) {
  const naming = files
    .filter(([path, text]) => path.startsWith('server/src/') && !isTest(path) && !/[/-]repository\.ts$/.test(path) && namesTables(text))
    .map(([path]) => path);
  const reasons = Object.keys(SQL_ELSEWHERE);
  return [
    ...naming
      .filter((path) => !reasons.some((start) => path.startsWith(start)))
      .map((path) => `${path} contains SQL, which belongs in repository.ts or …-repository.ts`),
    ...reasons
      .filter((start) => files.some(([path]) => path.startsWith(start)) && !naming.some((path) => path.startsWith(start)))
      .map((start) => `${start} names no tables any more: take it out of SQL_ELSEWHERE (scripts/imports/stray-queries.mjs)`),
  ];
}
