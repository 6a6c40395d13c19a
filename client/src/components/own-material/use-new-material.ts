import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { AppError } from '@fundus/contract/errors';
import { mediaTypeOfFile, titleOfFile } from '@fundus/contract/own-material/from-file';
import { ownMaterial, type MaterialRecord } from '@fundus/contract/own-material/own-material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { useUploads, type Row } from '../uploads/use-uploads.ts';

/** Material made from a file; `medium` is null if it cannot be shown yet. */
export type Made = {
  identifier: string;
  title: string;
  medium: MediaItem | null;
  /** True if all files of the batch have become material. */
  complete: boolean;
};

/** Number of the last changed drafts among which a new one is found. */
const LATEST = 20;

/** Returns a record with this title and media type, and nothing else. */
export const recordOf = (fn_titel: string, fn_typ: string, url: string | null = null): MaterialRecord => ({
  ...{ fn_titel, fn_kurztext: '', fn_text: '', fn_typ, fn_geb: [], fn_adressat: [], fn_sprache: ['de'], fn_schlag: [], url },
});

/** Creates a draft for each file and uploads the file to it. A draft whose file is refused or cancelled is deleted. */
export function useNewMaterial(onMade: (made: Made) => void) {
  const client = useQueryClient();
  const titles = useRef(new Map<string, string>());
  const refusedOne = useRef(false);
  const [error, setError] = useState<AppError | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(ownMaterial.list) });
  const discard = async (identifier: string) => {
    if (!titles.current.delete(identifier)) return;
    await call(ownMaterial.remove, { params: { identifier } }).catch(() => undefined);
    await refresh();
  };
  const arrive = async (identifier: string) => {
    const title = titles.current.get(identifier) ?? '';
    titles.current.delete(identifier);
    const mine = await call(ownMaterial.list, { query: { limit: LATEST } }).catch(() => null);
    await refresh();
    const medium = mine?.items.find((one) => one.identifier === identifier)?.medium ?? null;
    onMade({ identifier, title, medium, complete: titles.current.size === 0 && !refusedOne.current });
  };
  const uploads = useUploads('', (identifier, refused) => {
    refusedOne.current ||= refused;
    void (refused ? discard(identifier) : arrive(identifier));
  });
  const take = async (files: readonly File[]) => {
    setError(null);
    refusedOne.current = false;
    try {
      for (const file of files) {
        const title = titleOfFile(file.name);
        const made = await call(ownMaterial.create, {
          body: { record: recordOf(title, mediaTypeOfFile(file.name, file.type)), rights: null },
        });
        titles.current.set(made.identifier, title);
        uploads.add([file], 'main', null, null, made.identifier);
      }
    } catch (refusal) {
      setError(refusal as AppError);
    }
  };
  const giveUp = async (row: Row) => {
    await uploads.giveUp(row);
    await discard(row.identifier);
  };
  return { rows: uploads.rows, error, take, retry: uploads.retry, giveUp };
}
