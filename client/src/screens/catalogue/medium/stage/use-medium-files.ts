import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { useState } from 'react';
import type { Saving } from '../../../../components/media/SaveLink.tsx';

type Options = {
  /** When the medium was read, in milliseconds: its addresses are as old. */
  readAt: number;
  /** Reads the medium again, with addresses signed anew. */
  renew: () => Promise<MediaDetail | null>;
};

/** The files as they were first signed: what plays is not disturbed when the medium is read again. */
export function useMediumFiles(detail: MediaDetail, { readAt, renew }: Options) {
  const [{ files, generation }, setFresh] = useState<{ files: MediaDetail['files']; generation: number }>({
    files: detail.files,
    generation: 0,
  });
  const [signedAt, setSignedAt] = useState(readAt);
  const retry = async (): Promise<void> => {
    const again = await renew();
    if (!again) return;
    setSignedAt(Date.now());
    setFresh((before) => ({ files: again.files, generation: before.generation + 1 }));
  };
  const saving: Saving = {
    signedAt,
    // Only what is saved: another address of what plays would interrupt it.
    renew: async (id) => {
      const again = (await renew())?.files ?? [];
      setSignedAt(Date.now());
      const signed = new Map(again.map((file) => [file.id, file.download_href]));
      setFresh((before) => ({
        ...before,
        files: before.files.map((file) => ({ ...file, download_href: signed.get(file.id) ?? null })),
      }));
      return signed.get(id) ?? null;
    },
  };
  return { files, generation, saving, retry };
}
