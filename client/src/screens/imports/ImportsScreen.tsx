import { imports, type ImportSource } from '@fundus/contract/imports/imports';
import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { useSession } from '../../stores/session.ts';
import { FileImport } from './FileImport.tsx';
import { ExportSetting } from './ExportSetting.tsx';
import { RunHistory } from './RunHistory.tsx';
import { RunPage } from './RunPage.tsx';
import { SourceList } from './SourceList.tsx';
import './imports.css';

/** Polling interval in milliseconds while an import is running. */
const EVERY = 3_000;

/** Shows imports from files and repositories, or the import named in the address (docs/behaviour/imports.md). */
export function Screen({ search, go }: ScreenProps<'imports'>) {
  const run = new URLSearchParams(search).get('run');
  const sources = useQuery({ ...query(imports.sources), staleTime: 0 });
  const open = (id: string) => go(href('imports', {}, { run: id }));
  if (run !== null) return <RunPage key={run} id={run} sources={sources.data?.sources ?? []} />;
  return <Overview sources={sources} onOpen={open} />;
}

type Props = { sources: UseQueryResult<{ sources: ImportSource[] }, AppError>; onOpen: (id: string) => void };

function Overview({ sources, onOpen }: Props) {
  const { t } = useT();
  const { config } = useSession();
  const runs = useQuery({
    ...query(imports.runs),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.runs.some((run) => ['waiting', 'running'].includes(run.state)) && EVERY,
  });
  const error = sources.error ?? runs.error;
  const there = sources.data && runs.data;
  return (
    <div className="wrap imports">
      <PageHeading title={t('imports.title')} />
      <p className="small-print">{t('imports.about')}</p>
      {error && !there && (
        <Failed
          error={error}
          onRetry={() => {
            void sources.refetch();
            void runs.refetch();
          }}
        />
      )}
      {!error && !there && <PlaceholderLines />}
      {sources.data && runs.data && (
        <>
          <FileImport sources={sources.data.sources} onOpen={onOpen} />
          <SourceList sources={sources.data.sources} onOpen={onOpen} />
          <RunHistory runs={runs.data.runs} />
          {config.MetadataExport && <ExportSetting />}
        </>
      )}
    </div>
  );
}
