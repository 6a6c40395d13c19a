import type { User } from '@fundus/contract/accounts/accounts';
import { catalogue, type MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today } from '@fundus/contract/days';
import type { MediaFile } from '@fundus/contract/files/files';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { isOffline } from '../../../../api/connection.ts';
import { DateField } from '../../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../../components/forms/FormDialog.tsx';
import { formatBytes, formatDate } from '../../../../i18n/format.ts';
import { readDay } from '../../../../i18n/read-day.ts';
import { useT } from '../../../../i18n/translate.ts';
import { filesToStore, kindsNotStored, type NotStored } from '../../../../player/playback/files-to-store.ts';
import { readSpace, SavingFailed, saveMedia, type SavingProblem } from '../../../../stores/offline/save-media.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Note } from '../../../../ui/Note.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { useRouter } from '../../../../ui/router.tsx';
import '../medium.css';

/** Default and maximum number of days on the device. */
const USUAL_DAYS = 30;
const MAX_DAYS = 365;

const isBook = ({ viewer }: MediaFile): boolean => viewer === 'epub';

/** Returns the paths of the parts of each book; `null` for one of fixed layout. The reader is loaded for this only. */
async function readBooks(files: readonly MediaFile[], signal: AbortSignal): Promise<Map<string, string[] | null>> {
  const books = files.filter(isBook);
  if (books.length === 0) return new Map();
  const { bookFiles } = await import('../../../../player/viewers/epub/book-files.ts');
  return new Map(await Promise.all(books.map(async ({ id, href: base }) => [id, await bookFiles(base, signal)] as const)));
}

type Props = { user: User; detail: MediaDetail; files: readonly MediaFile[]; onClose: () => void };

/** Stores a medium on this device until a day the user chooses, at the latest the end of its licence. */
export function OfflineDialog({ user, detail, files, onClose }: Props) {
  const { t, locale } = useT();
  const { go } = useRouter();
  const now = today(new Date());
  const last = detail.valid_to === false ? shiftDay(now, MAX_DAYS) : [detail.valid_to, shiftDay(now, MAX_DAYS)].sort()[0]!;
  const [until, setUntil] = useState([shiftDay(now, USUAL_DAYS), last].sort()[0]!);
  const [touched, setTouched] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<SavingProblem | null>(null);
  const saving = useRef<AbortController>(null);
  useEffect(() => () => saving.current?.abort(), []);
  const space = useQuery({ queryKey: ['offline-media', 'space'], queryFn: readSpace, staleTime: 0, gcTime: 0 }).data;

  const books = useQuery({
    queryKey: ['offline-media', 'books', files.map(({ id }) => id)],
    queryFn: ({ signal }) => readBooks(files, signal),
    enabled: files.some(isBook),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const fixed = files.filter((file) => books.data?.get(file.id) === null);
  const storable = files.filter((file) => !fixed.includes(file));
  const left: NotStored[] = [...kindsNotStored(detail.files), ...(fixed.length > 0 ? (['layout'] as const) : [])];
  const bytes = storable.reduce((sum, file) => sum + file.bytes, 0);
  const size = formatBytes(bytes, locale);
  const free = space ? formatBytes(space.free, locale) : '';
  const error = !readDay(until)
    ? t('date.unreadable')
    : until < now
      ? t('offline.until.past')
      : until > last
        ? t('offline.until.late', { date: formatDate(last, 'short', locale) })
        : null;

  /** Refetches the medium: addresses for saving are valid for a few minutes only. */
  const saveFresh = async (signal: AbortSignal): Promise<void> => {
    const fresh = await call(catalogue.detail, { params: { identifier: detail.identifier } }).catch((failure: unknown) => {
      throw new SavingFailed(isOffline(failure) ? 'connection' : 'refused');
    });
    const wanted = filesToStore(fresh.files);
    const paths = await readBooks(wanted, signal).catch(() => {
      throw new SavingFailed('connection');
    });
    const found = wanted.filter(({ id }) => paths.get(id) !== null);
    if (found.length === 0) throw new SavingFailed('refused');
    const parts = new Map([...paths].filter((entry): entry is [string, string[]] => entry[1] !== null));
    await saveMedia({ user, detail: fresh, files: found, parts, until, onBytes: setDone, signal });
  };

  const save = (): void => {
    setTouched(true);
    if (error !== null || done !== null) return;
    setProblem(null);
    setDone(0);
    saving.current = new AbortController();
    const { signal } = saving.current;
    saveFresh(signal).then(
      () => {
        showSnackbar({
          text: t('offline.saved', { title: detail.fn_titel, date: formatDate(until, 'short', locale) }),
          type: 'success',
          action: { label: t('offline.open'), run: () => go(href('library', { tab: 'offline' })) },
        });
        onClose();
      },
      (failure: unknown) => {
        if (signal.aborted) return;
        setDone(null);
        setProblem(failure instanceof SavingFailed ? failure.problem : 'browser');
      },
    );
  };

  if (storable.every(({ role }) => role !== 'main') && !books.isLoading)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('offline.not.title', { title: detail.fn_titel })}
        closeLabel={t('app.close')}
        foot={
          <Button variant="primary" onClick={onClose}>
            {t('app.close')}
          </Button>
        }
      >
        {left.map((kind) => (
          <p key={kind}>{t(`offline.not.${kind}`)}</p>
        ))}
        <p className="small-print">{t('offline.not.instead')}</p>
      </Dialog>
    );
  return (
    <FormDialog
      title={t('offline.save.title', { title: detail.fn_titel })}
      action={t('offline.save')}
      disabled={done !== null || books.isLoading}
      problem={problem && t(`offline.problem.${problem}`, { size, free })}
      onSend={save}
      onClose={onClose}
    >
      <p className="offline-intro">{t('offline.save.intro')}</p>
      {left.map((kind) => (
        <Note key={kind}>{t(`offline.not.${kind}`)}</Note>
      ))}
      <DateField
        label={t('offline.until')}
        hint={
          detail.valid_to === false
            ? t('offline.until.hint')
            : t('offline.until.licence', { date: formatDate(detail.valid_to, 'short', locale) })
        }
        value={until}
        min={now}
        max={last}
        error={touched ? error : null}
        disabled={done !== null}
        onChange={({ target }) => setUntil(target.value)}
      />
      <p className="small-print">
        {t('offline.size', { size })} {space && t('offline.free', { free })} {space && !space.kept && t('offline.evictable')}
      </p>
      {done !== null && (
        <div className="offline-progress" role="status">
          <progress max={Math.max(bytes, 1)} value={done} aria-label={t('offline.saving')} />
          <p>{t('offline.saving.bytes', { done: formatBytes(Math.min(done, bytes), locale), size })}</p>
        </div>
      )}
    </FormDialog>
  );
}
