import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { AppError } from '@fundus/contract/errors';
import { mediaTypeOfFile, titleOfFile } from '@fundus/contract/own-material/from-file';
import { ownMaterial, type MaterialRecord } from '@fundus/contract/own-material/own-material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { useUploads, type Row } from '../uploads/use-uploads.ts';

/** Own material created from a file. `medium` is `null` if it cannot be displayed yet. */
export type CreatedMaterial = {
  identifier: string;
  title: string;
  medium: MediaItem | null;
  /** Number of files that have become own material so far. */
  count: number;
  /** True if all files have become material. */
  complete: boolean;
};

/** Number of most recently changed drafts that are searched for the new one. */
const LATEST = 20;

/** Returns a record that contains only a title, a media type and, for links, an address. */
export const recordOf = (fn_titel: string, fn_typ: string, url: string | null = null): MaterialRecord => ({
  ...{ fn_titel, fn_kurztext: '', fn_text: '', fn_typ, fn_geb: [], fn_adressat: [], fn_sprache: ['de'], fn_schlag: [], url },
});

/** Creates a draft for each file and uploads the file to it. If the file is refused or cancelled, the draft is deleted. */
export function useNewMaterial(onMade: (made: CreatedMaterial) => void) {
  const client = useQueryClient();
  const titles = useRef(new Map<string, string>());
  /** Number of files that have neither become material nor been discarded. */
  const open = useRef(0);
  const count = useRef(0);
  const refusedOne = useRef(false);
  const [error, setError] = useState<AppError | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(ownMaterial.list) });
  const discard = async (identifier: string) => {
    if (!titles.current.delete(identifier)) return;
    open.current -= 1;
    await call(ownMaterial.remove, { params: { identifier } }).catch(() => undefined);
    await refresh();
  };
  const arrive = async (identifier: string) => {
    const title = titles.current.get(identifier) ?? '';
    titles.current.delete(identifier);
    const mine = await call(ownMaterial.list, { query: { limit: LATEST } }).catch(() => null);
    await refresh();
    const medium = mine?.items.find((one) => one.identifier === identifier)?.medium ?? null;
    open.current -= 1;
    count.current += 1;
    onMade({ identifier, title, medium, count: count.current, complete: open.current === 0 && !refusedOne.current });
  };
  const uploads = useUploads('', (identifier, refused) => {
    refusedOne.current ||= refused;
    void (refused ? discard(identifier) : arrive(identifier));
  });
  const take = async (files: readonly File[]) => {
    setError(null);
    refusedOne.current = false;
    open.current += files.length;
    let created = 0;
    try {
      for (const file of files) {
        const title = titleOfFile(file.name);
        const made = await call(ownMaterial.create, {
          body: { record: recordOf(title, mediaTypeOfFile(file.name, file.type)), rights: null },
        });
        created += 1;
        titles.current.set(made.identifier, title);
        uploads.add([file], 'main', null, null, made.identifier);
      }
    } catch (refusal) {
      open.current -= files.length - created;
      refusedOne.current = true;
      setError(refusal as AppError);
    }
  };
  const giveUp = async (row: Row) => {
    await uploads.giveUp(row);
    await discard(row.identifier);
  };
  return { rows: uploads.rows, error, take, retry: uploads.retry, giveUp };
}
