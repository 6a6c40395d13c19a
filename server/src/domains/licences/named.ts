/** Media and licences that the lines of a table or package name. */
import type { UserCtx } from '../../http/context.ts';
import type { PackageLine } from './packages/package-lines.ts';
import { listEntered, listNamedMedia } from './packages/package-repository.ts';

export const keyOf = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);

export type NamedEntries = {
  findMedium: (name: string) => Awaited<ReturnType<typeof listNamedMedia>>[number] | undefined;
  /** Existing licences by their number. */
  entered: ReadonlyMap<string, Awaited<ReturnType<typeof listEntered>>[number]>;
};

/** Returns the media and licences that the lines name. */
export async function loadNamedEntries(
  ctx: Pick<UserCtx, 'db'>,
  { lines, licensor }: { lines: readonly PackageLine[]; licensor: string },
): Promise<NamedEntries> {
  const names = lines.flatMap(({ medium }) => [medium, medium.split(/[:/#]/).at(-1)!]).filter(Boolean);
  const media = await listNamedMedia(ctx.db, [...new Set(names)]);
  const byIdentifier = new Map(media.map((row) => [row.identifier, row]));
  const byNumber = Map.groupBy(media, ({ fn_nr }) => fn_nr);
  const find = (name: string) => {
    const numbered = byNumber.get(name);
    return byIdentifier.get(name) ?? (numbered?.length === 1 ? numbered[0] : undefined);
  };
  const keys = lines.flatMap((line) => (line.code === '' ? [] : { licensor: line.licensor || licensor, code: line.code }));
  const entered = await listEntered(ctx.db, keys);
  return {
    findMedium: (name) => find(name) ?? find(name.split(/[:/#]/).at(-1)!),
    entered: new Map(entered.map((row) => [keyOf(row.licensor, row.purchase_ref), row])),
  };
}
