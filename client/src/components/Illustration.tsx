import { setup } from '@fundus/contract/setup';
import { useState } from 'react';
import './illustration.css';

/** The picture the administrator chose for the start page; nothing where it cannot be loaded (spec §8). */
export function Illustration() {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return <img className="hero-art" src={setup.illustration.path} alt="" width="560" height="210" onError={() => setFailed(true)} />;
}
