import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { uploads } from '@fundus/contract/files/uploads';
import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, EyeOff, School, Share2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../../api/query.ts';
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
  /** Unsaved changes are not shared. */
  dirty: boolean;
  onSaved: (material: OwnMaterial) => void;
};

/** Shows who has the material; makes it available to the school, passes it on from there, or withdraws it. Says what is missing. */
export function GiveBox({ material, dirty, onSaved }: Props) {
  const { t } = useT();
  const session = useSession();
  const { config } = session;
  const { identifier, record, rights, state } = material;
  const params = { identifier };
  const files = useQuery(query(uploads.editFiles, { params }));
  const ready = record.url !== null || (files.data?.files ?? []).some(({ role }) => role === 'main');
  const give = useCall(ownMaterial.give, MATERIAL_READS);
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
            action: undo(to === 'school' ? ownMaterial.withdraw : ownMaterial.give, { params }, { done: onSaved }),
          });
        },
        onError: showError,
      },
    );
  const given = state === 'school';
  const item = useQuery({ ...query(catalogue.detail, { params }), enabled: given });
  const [sharing, setSharing] = useState(false);
  const Sign = given ? School : EyeOff;
  return (
    <section className="edit-publish" aria-label={t(`material.state.${state}`)}>
      <p>
        <Sign className="i-16" />
        {t(given ? 'material.withdraw.hint' : 'material.draft')}
      </p>
      {given ? (
        <div className="edit-give">
          {mayShare(session) && (
            <Button variant="primary" icon={<Share2 />} disabled={!item.data} onClick={() => setSharing(true)}>
              {t('material.pass')}
            </Button>
          )}
          <ButtonLink href={href('media', { id: identifier })} icon={<ExternalLink />}>
            {t('material.view')}
          </ButtonLink>
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
          <Button variant="primary" wrap icon={<School />} disabled={busy} onClick={() => run('school')}>
            {t('material.give')}
          </Button>
          <p className="small-print">{t('material.give.hint')}</p>
        </div>
      )}
      {sharing && item.data && <ShareDialog media={[item.data]} onClose={() => setSharing(false)} />}
      {dirty && <p className="small-print">{t('edit.publish.dirty')}</p>}
    </section>
  );
}
