import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { uploads } from '@fundus/contract/files/uploads';
import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, EyeOff, School, Share2, Undo2, Users } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { query, useCall } from '../../../../api/query.ts';
import { assignmentHref } from '../../../../components/assignments/assignment-href.ts';
import { listHref } from '../../../../components/medialists/list-href.ts';
import { WithdrawDialog } from '../../../../components/own-material/WithdrawDialog.tsx';
import { MATERIAL_READS } from '../../../../components/own-material/reads.ts';
import { mayShare } from '../../../../components/sharing/may-share.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { showError } from '../../../../stores/show-error.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { useUndo } from '../../../../stores/use-undo.ts';
import { Button, ButtonLink } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { loadLater } from '../../../../ui/load-later.tsx';
import '../edit-screen.css';

const ShareDialog = loadLater(async () => (await import('../../../../components/sharing/ShareDialog.tsx')).ShareDialog);

type Props = {
  material: OwnMaterial;
  /** True if there are unsaved changes, which would not be shared. */
  dirty: boolean;
  onSaved: (material: OwnMaterial) => void;
};

/** Shows who has access to the material and what is missing before it can be shared with the school. The author can share or withdraw it here. */
export function ShareBox({ material, dirty, onSaved }: Props) {
  const { t } = useT();
  const session = useSession();
  const { config } = session;
  const { identifier, record, rights, state, places } = material;
  const params = { identifier };
  const files = useQuery(query(uploads.editFiles, { params }));
  const ready = record.url !== null || (files.data?.files ?? []).some(({ role }) => role === 'main');
  const give = useCall(ownMaterial.share, MATERIAL_READS);
  const withdraw = useCall(ownMaterial.withdraw, MATERIAL_READS);
  const undo = useUndo(MATERIAL_READS);
  const busy = give.isPending || withdraw.isPending || dirty;
  const run = (to: 'school' | 'draft'): void =>
    (to === 'school' ? give : withdraw).mutate(
      { params },
      {
        onSuccess: (saved: OwnMaterial) => {
          onSaved(saved);
          showSnackbar({
            text: t(to === 'school' ? 'material.given' : 'material.withdrawn'),
            type: 'success',
            action: undo(to === 'school' ? ownMaterial.withdraw : ownMaterial.share, { params }, { done: onSaved }),
          });
        },
        onError: showError,
      },
    );
  const given = state === 'school';
  const item = useQuery({ ...query(catalogue.detail, { params }), enabled: given || (ready && rights !== null) });
  const [dialog, setDialog] = useState<'share' | 'withdraw' | null>(null);
  const reread = () => void call(ownMaterial.read, { params }).then(onSaved, showError);
  const Sign = given ? School : state === 'given' ? Users : EyeOff;
  const pass = mayShare(session) && (
    <Button variant="primary" wrap icon={<Share2 />} disabled={!item.data || dirty} onClick={() => setDialog('share')}>
      {t('material.pass')}
    </Button>
  );
  const look = (
    <ButtonLink href={href('media', { id: identifier })} icon={<ExternalLink />}>
      {t('material.view')}
    </ButtonLink>
  );
  return (
    <section className="edit-publish" aria-label={t(`material.state.${state}`)}>
      <p>
        <Sign className="i-16" />
        {t(
          given
            ? 'material.withdraw.hint'
            : state === 'draft'
              ? 'material.draft'
              : hasPlaces(places)
                ? 'material.limited'
                : 'material.limited.none',
        )}
      </p>
      {state === 'given' && <Places places={places} />}
      {given ? (
        <div className="edit-give">
          {pass}
          {look}
          <Button variant="line" icon={<Undo2 />} disabled={busy} onClick={() => run('draft')}>
            {t('material.withdraw')}
          </Button>
        </div>
      ) : !config.OwnMaterial ? (
        <p className="small-print">{t('material.off')}</p>
      ) : !ready ? (
        <p className="small-print">
          <Link href={href('own-material', { id: identifier }, { tab: 'files' })}>{t('material.first')}</Link>
        </p>
      ) : rights === null ? (
        <p className="small-print">
          <Link href={href('own-material', { id: identifier })}>{t('material.rights.first')}</Link>
        </p>
      ) : (
        <div className="edit-give">
          {pass}
          <Button variant={pass ? 'line' : 'primary'} wrap icon={<School />} disabled={busy} onClick={() => run('school')}>
            {t('material.give')}
          </Button>
          {state === 'given' && look}
          {state === 'given' && (
            <Button variant="line" icon={<Undo2 />} disabled={busy} onClick={() => setDialog('withdraw')}>
              {t('material.withdraw.all')}
            </Button>
          )}
          <p className="small-print">{t('material.give.hint')}</p>
        </div>
      )}
      {dialog === 'share' && item.data && <ShareDialog media={[item.data]} onClose={() => setDialog(null)} onShared={reread} />}
      {dialog === 'withdraw' && (
        <WithdrawDialog identifier={identifier} title={record.fn_titel} onClose={() => setDialog(null)} onDone={onSaved} />
      )}
      {dirty && <p className="small-print">{t('edit.publish.dirty')}</p>}
    </section>
  );
}

const hasPlaces = (places: OwnMaterial['places']): boolean => Object.values(places).some((of) => of.length > 0);

/** Lists the classes, media lists, colleagues and assignments that have access to a draft. */
function Places({ places: { classes, groups, people, tasks } }: Pick<OwnMaterial, 'places'>) {
  const { t } = useT();
  const rows = [
    ['classes', classes.map(({ id, name }) => ({ id, name, to: href('class', { id }) }))],
    ['groups', groups.map(({ id, name }) => ({ id, name, to: listHref(id) }))],
    ['people', people.map(({ id, name }) => ({ id, name, to: href('library', { tab: 'shared' }, { show: 'by_me' }) }))],
    ['tasks', tasks.map(({ id, name, class_id }) => ({ id, name, to: assignmentHref(class_id, id) }))],
  ] as const;
  return (
    <dl className="edit-places">
      {rows.map(
        ([kind, found]) =>
          found.length > 0 && (
            <div key={kind}>
              <dt>{t(`material.places.${kind}`)}</dt>
              {found.map(({ id, name, to }) => (
                <dd key={`${id} ${name}`}>
                  <Link href={to}>{name}</Link>
                </dd>
              ))}
            </div>
          ),
      )}
    </dl>
  );
}
