import type { MappingInput, RecognisedTable } from '@fundus/contract/tables/tables';
import { useState } from 'react';
import { base64Of } from '../../ui/base64.ts';

export type TableUpload = { content: string; mapping?: MappingInput };
type Chosen = TableUpload & { name: string };

/** Returns the chosen file with its mapping. `look` is called for each new file and each change of the mapping. */
export function useTable(look: (upload: TableUpload) => void) {
  const [file, setFile] = useState<Chosen | null>(null);
  const change = (next: Chosen): void => {
    setFile(next);
    look(uploadOf(next));
  };
  return {
    file,
    upload: file && uploadOf(file),
    choose: async (chosen: File): Promise<void> => change({ name: chosen.name, content: await base64Of(chosen) }),
    remap: (mapping: MappingInput): void => void (file && change({ ...file, mapping })),
  };
}

const uploadOf = ({ content, mapping }: Chosen): TableUpload => ({ content, ...(mapping && { mapping }) });

/** Returns the recognised mapping, which the user can change. */
export const mappingOf = ({ sheet, header, columns, values }: RecognisedTable): Required<MappingInput> => ({
  sheet,
  header,
  columns: columns.flatMap(({ column, at, value }): Required<MappingInput>['columns'] =>
    at !== null ? [{ column, place: { at } }] : value !== null ? [{ column, place: { value } }] : [],
  ),
  values: values.flatMap(({ column, value, code }) => (code === null ? [] : [{ column, value, code }])),
});
