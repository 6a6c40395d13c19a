/** Finds SQL outside repositories. */
import { isTest } from './source-paths.mjs';

const namesTables = (text) => /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*?>)?`/.test(text);

/** Path prefixes of other files that may contain SQL, with the reason. */
const SQL_ELSEWHERE = {
  'server/src/db/': 'is about the database itself: opening, migrating, expressions every repository uses',
  'server/src/all-domains/': 'iterates over the tables declared by the domains',
  'server/src/visitors/in-class.ts': 'who counts in a class, as an expression for the statements of several repositories',
};

/** Returns an error for each server file with SQL outside a repository, and for each unnecessary exception. */
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
