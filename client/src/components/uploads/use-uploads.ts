/** Uploads of a medium. They are registered, sent sequentially, and observed until they are checked or the user leaves the page. */
import type { FileRole } from '@fundus/contract/files/files';
import type { AppError } from '@fundus/contract/errors';
import { uploads, type Upload } from '@fundus/contract/files/uploads';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { MEDIUM_READS } from '../media/medium-reads.ts';
import { uploadFile, waitForUpload, type RunningUpload } from './send-file.ts';
import type { UploadAnswer } from './UploadQuestion.tsx';

export type Row = {
  key: number;
  /** Identifier of the medium to which the file is added. */
  identifier: string;
  name: string;
  bytes: number;
  received: number;
  state: 'waiting' | 'sending' | 'checking' | 'asking' | 'converting' | 'refused' | 'failed';
  problem: { code: string; details?: Record<string, unknown> } | null;
  upload: Upload | null;
};

type Asked = { identifier: string; file: File; role: FileRole; language: string | null; known: Upload | null };

export type Uploads = ReturnType<typeof useUploads>;

/** Returns whether leaving the page would cancel the upload. */
export const isPending = ({ state }: Row): boolean => state === 'waiting' || state === 'sending' || state === 'checking';

/** Returns the rows of the upload list and functions that change them. */
function useRows() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const append = useCallback((fresh: readonly Row[]) => setRows((all) => [...all, ...fresh]), []);
  const patch = useCallback(
    (key: number, about: Partial<Row>) => setRows((all) => all.map((row) => (row.key === key ? { ...row, ...about } : row))),
    [],
  );
  const drop = useCallback((key: number) => setRows((all) => all.filter((row) => row.key !== key)), []);
  return { rows, append, patch, drop };
}

/** Returns two functions: `refresh` refetches the files of a medium; `arrived` also refetches everything that shows them. */
function useRefreshes() {
  const client = useQueryClient();
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: keyOf(uploads.editFiles) }), [client]);
  const arrived = useCallback(
    () => Promise.all([refresh(), ...MEDIUM_READS.refreshes.map((read) => client.invalidateQueries({ queryKey: keyOf(read) }))]),
    [client, refresh],
  );
  return { refresh, arrived };
}

/**
 * Sends files sequentially. `register` sets the file of a row, `queue` appends the row to the queue, and `cancel` cancels the row and returns its
 * upload if the portal already knows it. Leaving the page cancels all uploads.
 */
function useSendQueue(
  { patch, drop }: Pick<ReturnType<typeof useRows>, 'patch' | 'drop'>,
  arrived: () => Promise<unknown>,
  onDone: OnDone,
) {
  const asked = useRef(new Map<number, Asked>());
  const sending = useRef(new Map<number, RunningUpload>());
  const line = useRef<Promise<void>>(Promise.resolve());
  const doneRef = useRef(onDone);
  useEffect(() => {
    doneRef.current = onDone;
  });
  useEffect(() => {
    const waiting = asked.current;
    const now = sending.current;
    return () => {
      waiting.clear();
      now.forEach((one) => one.cancel());
    };
  }, []);

  const run = useCallback(
    async (key: number): Promise<void> => {
      const what = asked.current.get(key);
      if (!what) return;
      const { identifier, file, role, language, known } = what;
      try {
        const upload =
          known ??
          (await call(uploads.startUpload, { params: { identifier }, body: { name: file.name, bytes: file.size, role, language } }));
        if (!asked.current.has(key)) return void call(uploads.cancelUpload, { params: { id: upload.id } });
        what.known = upload;
        patch(key, { upload, state: 'sending', problem: null });
        const sent = uploadFile(upload, file, (received) => patch(key, { received, ...(received >= file.size && { state: 'checking' }) }));
        sending.current.set(key, sent);
        const settled = await sent.done;
        if (settled.state === 'refused') {
          patch(key, { state: 'refused', problem: settled.problem, upload: settled });
          doneRef.current?.(identifier, true);
        } else {
          asked.current.delete(key);
          // Questions are answered in the list of uploads that the portal returns.
          if (settled.problem && settled.state === 'done') patch(key, { state: 'refused', problem: settled.problem });
          else drop(key);
          await arrived();
          doneRef.current?.(identifier, false);
        }
      } catch (error) {
        if ((error as Error).name === 'AbortError') return;
        const { code = 'unavailable', details } = error as AppError;
        patch(key, { state: what.known ? 'failed' : 'refused', problem: { code, ...(details && { details }) } });
        if (!what.known) doneRef.current?.(identifier, true);
      } finally {
        sending.current.delete(key);
      }
    },
    [patch, drop, arrived],
  );
  const queue = useCallback(
    (key: number) => {
      patch(key, { state: 'waiting', problem: null });
      line.current = line.current.then(() => run(key));
    },
    [run, patch],
  );

  const register = useCallback((key: number, what: Asked) => void asked.current.set(key, what), []);
  const cancel = useCallback((key: number): Upload | null => {
    const known = asked.current.get(key)?.known ?? null;
    asked.current.delete(key);
    sending.current.get(key)?.cancel();
    return known;
  }, []);
  return { register, queue, cancel };
}

/** Called with the identifier of the medium after its file was added or refused. */
type OnDone = ((identifier: string, refused: boolean) => void) | undefined;

/** Returns the uploads of a medium and the actions of the upload list. */
export function useUploads(medium: string, onDone?: OnDone) {
  const { rows, append, patch, drop } = useRows();
  const { refresh, arrived } = useRefreshes();
  const { register, queue, cancel } = useSendQueue({ patch, drop }, arrived, onDone);
  const next = useRef(0);

  /** `known` is an interrupted upload to resume. */
  const add = useCallback(
    (files: readonly File[], role: FileRole, language: string | null, known: Upload | null = null, identifier = medium) => {
      const fresh = files.map((file): Row => {
        const key = (next.current += 1);
        register(key, { identifier, file, role, language, known });
        return {
          key,
          identifier,
          name: file.name,
          bytes: file.size,
          received: known?.received ?? 0,
          state: 'waiting',
          problem: null,
          upload: known,
        };
      });
      append(fresh);
      fresh.forEach(({ key }) => queue(key));
    },
    [append, register, queue, medium],
  );
  const giveUp = useCallback(
    async (row: Row) => {
      const known = cancel(row.key) ?? row.upload;
      drop(row.key);
      if (known) await call(uploads.cancelUpload, { params: { id: known.id } }).catch(() => {});
      await refresh();
    },
    [cancel, drop, refresh],
  );
  const answer = useCallback(
    async ({ upload }: Row, body: UploadAnswer): Promise<void> => {
      if (!upload) return;
      await call(uploads.answerUpload, { params: { id: upload.id }, body }).catch(() => {});
      await refresh();
      await waitForUpload(upload.id).catch(() => {});
      await arrived();
    },
    [refresh, arrived],
  );
  return { rows, add, retry: (row: Row) => queue(row.key), answer, giveUp };
}
