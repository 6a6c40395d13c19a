import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { useState } from 'react';
import type { DownloadSource } from '../../../../components/media/SaveLink.tsx';

type Options = {
  /** Time of the read in milliseconds, at which the addresses of the files were signed. */
  readAt: number;
  /** Refetches the medium to get newly signed addresses. */
  renew: () => Promise<MediaDetail | null>;
};

/** Returns the files with their first signed addresses, so that a refetch does not interrupt playback. */
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
  const saving: DownloadSource = {
    signedAt,
    // Renews only the download addresses, because changing the other addresses would interrupt playback.
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
