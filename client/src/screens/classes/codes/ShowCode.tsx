import { formatCode, type Class } from '@fundus/contract/classes/classes';
import { classMembers, JOIN_TARGETS } from '@fundus/contract/classes/members';
import { href } from '@fundus/contract/screens';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useT } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import '../classes.css';

/** Shows the join code in large type, with a QR code for the chosen target. */
export function ShowCode({ cls, code, onClose }: { cls: Class; code: string; onClose: () => void }) {
  const { t } = useT();
  const targets = JOIN_TARGETS.filter((target) => (target === 'join' ? cls.join_policy !== 'closed' : cls.picture_login));
  const [chosen, setChosen] = useState<(typeof JOIN_TARGETS)[number] | null>(null);
  const to = chosen ?? targets[0] ?? 'join';
  return (
    <Dialog open onClose={onClose} title={cls.name} closeLabel={t('app.close')}>
      <div className="class-board">
        {targets.length > 1 && (
          <Segment
            label={t('class.code.show.what')}
            value={to}
            options={targets.map((target) => ({ value: target, label: t(`class.code.show.${target}`) }))}
            onChange={setChosen}
          />
        )}
        <img src={address(classMembers.joinQr, { params: { id: cls.id }, query: { to } })} alt="" />
        <p className="class-board-code">{formatCode(code)}</p>
        <p className="quiet">
          {t(`class.code.show.${to}.hint`, { address: `${location.host}${href(to === 'join' ? 'classes' : 'login')}` })}
        </p>
      </div>
    </Dialog>
  );
}
