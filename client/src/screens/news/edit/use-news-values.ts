import type { NewsDraft } from '@fundus/contract/news/news';
import { useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../stores/unsaved.ts';
import { emptyValues, fieldsOf, valuesOf, type UploadFile, type EditValues, type SetValues } from './edit-values.ts';
import { uploadNewsFile } from '../problems.ts';

/** Returns the form values and whether they differ from the last saved ones. Input typed during a save counts as unsaved. */
export function useNewsValues(begun: NewsDraft | null, can: Parameters<typeof emptyValues>[0]) {
  const [values, setValues] = useState<EditValues>(() => (begun ? valuesOf(begun) : emptyValues(can)));
  /** Incremented when all values are replaced, which resets the fields. */
  const [round, setRound] = useState(0);
  const typed = JSON.stringify(fieldsOf(values));
  const [kept, setKept] = useState(typed);
  const dirty = typed !== kept;
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  }, [typed]);
  // The reader and the editor have the same path, so they are views of one page.
  const release = useUnsaved('changes', dirty, { view: true });
  const set: SetValues = (about) => setValues((before) => ({ ...before, ...(typeof about === 'function' ? about(before) : about) }));
  return {
    values,
    set,
    round,
    dirty,
    release,
    /** Returns whether the user has not typed since this render. */
    isLatest: () => latest.current === typed,
    /** Marks the values of this render as saved. */
    keep: () => setKept(typed),
    /** Replaces the form values by a stored draft. */
    replace(draft: NewsDraft): void {
      const left = valuesOf(draft);
      setValues(left);
      setKept(JSON.stringify(fieldsOf(left)));
      setRound(round + 1);
    },
  };
}

/** Uploads files. `coming` is the number of pending uploads. */
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
