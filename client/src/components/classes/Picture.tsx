import type { Picture as Name } from '@fundus/contract/classes/rules';
import { PICTURE_DRAWINGS } from '@fundus/contract/classes/picture-drawings';
import { useT } from '../../i18n/translate.ts';
import { trustedHtml } from '../../ui/trusted-types.ts';
import './picture.css';

/** Shows one of the twenty login pictures of learners, with its name as text alternative. */
export function Picture({ name }: { name: Name }) {
  const { t } = useT();
  return (
    <svg
      className="picture"
      viewBox="0 0 48 48"
      role="img"
      aria-label={t(`picture.${name}`)}
      dangerouslySetInnerHTML={{ __html: trustedHtml(PICTURE_DRAWINGS[name]) }}
    />
  );
}
