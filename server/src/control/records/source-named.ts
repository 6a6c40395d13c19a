/** Looks up import sources by name for the command line (docs/behaviour/imports.md#sources). */
import type { Portal } from '../../http/context.ts';
import { OperatorError } from '../../operator-error.ts';
import { findSourcesNamed, termsOf } from '../../domains/imports/index.ts';

/** Returns the source with this name or prefix. Throws an `OperatorError` if no source or several sources match. */
export async function requireSourceByName({ portal }: { portal: Pick<Portal, 'db'> }, name: string) {
  const [source, ...others] = await findSourcesNamed(portal.db, name);
  if (!source || others.length > 0) throw new OperatorError(`from: there is ${source ? 'more than one' : 'no'} source called ${name}`);
  const { prefix, words, licence, district_id } = source;
  return { prefix, districtId: district_id, terms: termsOf(words), licence: licence === 'district' ? `district:${district_id}` : licence };
}
