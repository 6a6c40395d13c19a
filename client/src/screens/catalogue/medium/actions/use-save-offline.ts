import type { User } from '@fundus/contract/accounts/accounts';
import { catalogue, type MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { isOffline } from '../../../../api/connection.ts';
import { filesToStore } from '../../../../player/playback/files-to-store.ts';
import { SavingFailed, saveMedia, type SavingProblem } from '../../../../stores/offline/save-media.ts';
import { readBookParts } from './use-storable-files.ts';

type Saving = {
  /** Number of bytes stored so far, or `null` if nothing is being saved. */
  done: number | null;
  problem: SavingProblem | null;
  /** Saves the medium until the given day. */
  save: (until: string) => void;
};

/** Saves a medium on this device. Unmounting the component cancels saving. */
export function useSaveOffline(user: User, identifier: string, onSaved: (until: string) => void): Saving {
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<SavingProblem | null>(null);
  const saving = useRef<AbortController>(null);
  useEffect(() => () => saving.current?.abort(), []);

  const save = (until: string): void => {
    setProblem(null);
    setDone(0);
    saving.current = new AbortController();
    const { signal } = saving.current;
    fetchFresh(identifier, signal)
      .then((fresh) => saveMedia({ user, ...fresh, until, onBytes: setDone, signal }))
      .then(
        () => onSaved(until),
        (failure: unknown) => {
          if (signal.aborted) return;
          setDone(null);
          setProblem(failure instanceof SavingFailed ? failure.problem : 'browser');
        },
      );
  };
  return { done, problem, save };
}

/** Refetches the medium and the parts of its books, because download addresses are valid only for a few minutes. */
async function fetchFresh(identifier: string, signal: AbortSignal) {
  const detail: MediaDetail = await call(catalogue.detail, { params: { identifier } }).catch((failure: unknown) => {
    throw new SavingFailed(isOffline(failure) ? 'connection' : 'refused');
  });
  const wanted = filesToStore(detail.files);
  const paths = await readBookParts(wanted, signal).catch(() => {
    throw new SavingFailed('connection');
  });
  const files = wanted.filter(({ id }) => paths.get(id) !== null);
  if (files.length === 0) throw new SavingFailed('refused');
  return { detail, files, parts: new Map([...paths].filter((entry): entry is [string, string[]] => entry[1] !== null)) };
}
