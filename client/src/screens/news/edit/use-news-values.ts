import type { NewsDraft } from '@fundus/contract/news/news';
import { useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../stores/unsaved.ts';
import { emptyValues, fieldsOf, valuesOf, type UploadFile, type EditValues, type SetValues } from './edit-values.ts';
import { uploadNewsFile } from '../problems.ts';

/** Returns the values of the form, compared with those last saved: input typed during a save is unsaved. */
export function useNewsValues(begun: NewsDraft | null, can: Parameters<typeof emptyValues>[0]) {
  const [values, setValues] = useState<EditValues>(() => (begun ? valuesOf(begun) : emptyValues(can)));
  /** Changes when the values are replaced, which resets the fields. */
  const [round, setRound] = useState(0);
  const typed = JSON.stringify(fieldsOf(values));
  const [kept, setKept] = useState(typed);
  const dirty = typed !== kept;
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  }, [typed]);
  // List and article have the same path, so they are views of one page.
  const release = useUnsaved('changes', dirty, { view: true });
  const set: SetValues = (about) => setValues((before) => ({ ...before, ...(typeof about === 'function' ? about(before) : about) }));
  return {
    values,
    set,
    round,
    dirty,
    release,
    /** Returns whether nothing was typed since this render. */
    isLatest: () => latest.current === typed,
    /** Marks the values of this render as saved. */
    keep: () => setKept(typed),
    /** Replaces the values by those of a stored draft. */
    replace(draft: NewsDraft): void {
      const left = valuesOf(draft);
      setValues(left);
      setKept(JSON.stringify(fieldsOf(left)));
      setRound(round + 1);
    },
  };
}

/** Uploads files; `coming` is the number of pending ones. */
export function usePendingUploads() {
  const [coming, setComing] = useState(0);
  useUnsaved('uploads', coming > 0, { view: true });
  const upload: UploadFile = async (kind, file) => {
    setComing((count) => count + 1);
    const answer = await uploadNewsFile(kind, file);
    setComing((count) => count - 1);
    return answer;
  };
  return { coming, upload };
}
