import { setup } from '@fundus/contract/setup/setup';
import { useState } from 'react';
import { useTheme } from '../../theme/current-theme.ts';
import './illustration.css';

/** Shows the administrator's picture on the start page. Renders nothing if the picture fails to load (docs/specification.md#failures). */
export function Illustration() {
  const [failed, setFailed] = useState(false);
  const { illustration } = useTheme();
  if (failed) return null;
  return (
    <img
      className="hero-art"
      src={illustration?.href ?? setup.illustration.path}
      alt={illustration?.alt ?? ''}
      width="560"
      height="210"
      fetchPriority="high"
      onError={() => setFailed(true)}
    />
  );
}
