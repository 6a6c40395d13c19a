import { uploads } from '@fundus/contract/files/uploads';
import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, EyeOff, School, Undo2 } from 'lucide-react';
import { query, useCall } from '../../../../api/query.ts';
import { MATERIAL_READS } from '../../../../components/own-material/reads.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { useUndo } from '../../../../stores/use-undo.ts';
import { Button, ButtonLink } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import '../edit-screen.css';

type Props = {
  material: OwnMaterial;
  /** Unsaved changes are not shared. */
  dirty: boolean;
  onSaved: (material: OwnMaterial) => void;
};

/** Shows who has the material, and shares it with the school or withdraws it; lists what is missing. */
export function GiveBox({ material, dirty, onSaved }: Props) {
  const { t } = useT();
  const { config } = useSession();
  const { identifier, record, rights, state } = material;
  const params = { identifier };
  const files = useQuery(query(uploads.editFiles, { params }));
  const ready = record.url !== null || (files.data?.files ?? []).some(({ role }) => role === 'main');
  const give = useCall(ownMaterial.give, MATERIAL_READS);
  const withdraw = useCall(ownMaterial.withdraw, MATERIAL_READS);
  const undo = useUndo(MATERIAL_READS);
  const busy = give.isPending || withdraw.isPending || dirty;
  const onError = ({ code }: { code: string }) => showSnackbar({ text: t(`error.${code}` as never), type: 'error' });
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
        onError,
      },
    );
  const given = state === 'school';
  const Sign = given ? School : EyeOff;
  return (
    <section className="edit-publish" aria-label={t(`material.state.${state}`)}>
      <p>
        <Sign className="i-16" />
        {t(given ? 'material.withdraw.hint' : 'material.draft')}
      </p>
      {given ? (
        <div className="edit-give">
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
      {dirty && <p className="small-print">{t('edit.publish.dirty')}</p>}
    </section>
  );
}
