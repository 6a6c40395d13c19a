import { IMPORT_LIMITS, imports } from '@fundus/contract/imports/imports';
import type { AppError } from '@fundus/contract/errors';
import { useRef, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { base64Of } from '../../ui/base64.ts';

const READS = { refreshes: [imports.runs] };

/** Uploads a file in parts. Calls `onSent` with the id of the import once the upload is complete. */
export function useImportUpload(onSent: (id: string) => void) {
  const begin = useCall(imports.begin);
  const part = useCall(imports.part);
  const cancel = useCall(imports.cancel, READS);
  const stopped = useRef(false);
  const [sending, setSending] = useState<{ name: string; bytes: number; sent: number } | null>(null);
  const [error, setError] = useState<AppError | null>(null);

  const send = async (file: File, source_id: string | null): Promise<void> => {
    const about = { name: file.name, bytes: file.size };
    stopped.current = false;
    setError(null);
    setSending({ ...about, sent: 0 });
    let id = '';
    try {
      ({ id } = await begin.mutateAsync({ body: { file_name: file.name.slice(-IMPORT_LIMITS.fileName), bytes: file.size, source_id } }));
      for (let offset = 0; offset < file.size && !stopped.current; offset += IMPORT_LIMITS.part) {
        const piece = file.slice(offset, offset + IMPORT_LIMITS.part);
        await part.mutateAsync({ params: { id }, body: { offset, content: await base64Of(piece) } });
        setSending({ ...about, sent: offset + piece.size });
      }
    } catch (failed) {
      setError(failed as AppError);
      stopped.current = true;
    }
    setSending(null);
    if (!stopped.current) onSent(id);
    else if (id !== '') cancel.mutate({ params: { id } });
  };
  return { sending, error, send, stop: () => void (stopped.current = true) };
}
