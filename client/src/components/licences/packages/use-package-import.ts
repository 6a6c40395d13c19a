import type { Reply } from '@fundus/contract/endpoint';
import { licencePackages } from '@fundus/contract/licences/packages';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useTable } from '../../tables/use-table.ts';
import type { ChosenItem } from '../finders.tsx';
import { LICENCE_READS, PACKAGE_READS } from '../refreshes.ts';

export type Origin = 'number' | 'file';
export type FoundPackage = Reply<typeof licencePackages.importPackage>;
export type PackageImport = ReturnType<typeof usePackageImport>;

/**
 * Returns the source of a package, its preview, and functions that import the package or deposit it for a school. `onDone` receives the number of new
 * licences.
 */
export function usePackageImport(first: Origin, onDone: (created: number) => void) {
  const [source, setSource] = useState({ origin: first, number: '', licensor: '', school: null as ChosenItem });
  const look = useCall(licencePackages.importPackage);
  const take = useCall(licencePackages.importPackage, LICENCE_READS);
  const deposit = useCall(licencePackages.depositPackage, PACKAGE_READS);
  const { file, upload, choose, remap } = useTable((table) => look.mutate(read(table)));
  // While a preview is being repeated, the mutation has no data, so the last result stays visible.
  const [found, setFound] = useState<FoundPackage>();
  if (look.data && look.data !== found && !look.isPending) setFound(look.data);
  const { origin, number, licensor, school } = source;

  const read = (table = upload, dry_run = true) => {
    const from = origin === 'number' ? { number } : { ...table, licensor, school_id: school?.id ?? null };
    return { body: { licensor: '', ...from, dry_run } };
  };
  const forget = (): void => {
    setFound(undefined);
    for (const call of [look, take, deposit]) call.reset();
  };
  return {
    source,
    file,
    found,
    error: deposit.error ?? take.error ?? look.error,
    deposited: deposit.data,
    looking: look.isPending,
    depositing: deposit.isPending,
    /** Column mapping that is being applied. */
    pendingMapping: look.isPending ? upload?.mapping : undefined,
    /** True if the source is complete enough for a preview. */
    ready: origin === 'number' ? number.replace(/[\s\-–_.]/g, '').length >= 4 : file !== null,
    /** True if the preview is up to date and contains new licences. */
    canTake: Boolean(found?.created) && !take.isPending && !look.isPending && !look.isError,
    change: (about: Partial<typeof source>): void => {
      setSource((before) => ({ ...before, ...about }));
      forget();
    },
    chooseFile: (chosen: File): void => {
      forget();
      void choose(chosen);
    },
    remap,
    preview: () => look.mutate(read()),
    take: () => take.mutate(read(upload, false), { onSuccess: ({ created }) => onDone(created) }),
    deposit: () => upload && school && deposit.mutate({ body: { ...upload, licensor, school_id: school.id } }),
  };
}
