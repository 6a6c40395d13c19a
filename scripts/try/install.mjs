/**
 * Runs the commands in the pages of docs/operate inside a clean Debian root: `node scripts/try/install.mjs ROOT`. Create ROOT with `debootstrap
 * --variant=minbase trixie ROOT`; the program must run as root. It replaces `systemctl` with a program that starts the service of a unit until this
 * program ends. Mounts are made in a mount namespace, so that they end even if the program is killed, and removing ROOT cannot affect the machine's
 * own `/dev`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../run.mjs';

/** Pages of docs/operate and their sections in the order in which they are tested. */
const SECTIONS = [
  ['install.md', 'From an empty Debian to the first borrowed device'],
  ['upgrade.md', 'Upgrade'],
  ['upgrade.md', 'Rollback'],
  ['several-processes.md', 'A second process'],
];

const PRIVATE_CAS = '/usr/local/share/ca-certificates';

/** Returns the commands in the `sh` blocks of a section, in order. */
function commandsOf([page, title]) {
  const text = readFileSync(join(root, 'docs/operate', page), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
  if (!section) throw new Error(`${page} has no section "${title}"`);
  return [...section.matchAll(/^ *```sh\n([^`]*)^ *```$/gm)].map(([, block]) => block);
}

/**
 * Replacement for `systemctl`. It starts the program of a unit as its user, with its settings and sandbox. In the sandbox, the file system is read-only
 * except for the folders of the unit (`ProtectSystem=strict`), and `/tmp` and `/home` are private.
 */
const SYSTEMCTL = `#!/bin/bash
start() {
  local unit=/etc/systemd/system/$1.service
  if [ ! -e "$unit" ]; then service "$1" "\${2:-start}"; return; fi
  of() { sed -n "s/^$1=-\\?//p" "$unit" | tail -1; }
  install -d -m 700 -o "$(of User)" -g "$(of Group)" "/var/lib/$(of StateDirectory)" "/var/cache/$(of CacheDirectory)"
  local settings; mapfile -t settings < <(grep -v '^#' "$(of EnvironmentFile)"; sed -n 's/^Environment=//p' "$unit")
  cat > "/run/$1.try.sh" <<END
mount --rbind / /mnt && mount -o remount,ro,bind /mnt || exit 1
for folder in /var/lib/$(of StateDirectory) /var/cache/$(of CacheDirectory) $(of ReadWritePaths); do
  mount --bind \\$folder /mnt\\$folder && mount -o remount,rw,bind /mnt\\$folder || exit 1
done
mount -t tmpfs -o mode=1777 tmpfs /mnt/tmp && mount -t tmpfs tmpfs /mnt/home || exit 1
exec chroot /mnt runuser -u $(of User) -- env "\\$@" sh -c "cd $(of WorkingDirectory); umask $(of UMask); exec $(of ExecStart)"
END
  setsid unshare --mount bash "/run/$1.try.sh" "\${settings[@]}" > "/var/log/$1.log" 2>&1 < /dev/null &
  echo $! > "/run/$1.try.pid"
}
stop() {
  if [ ! -e "/run/$1.try.pid" ]; then service "$1" stop; return; fi
  local group=-$(cat "/run/$1.try.pid")
  rm "/run/$1.try.pid"
  kill -- "$group"
  for second in {1..30}; do kill -0 -- "$group" 2> /dev/null || return 0; sleep 1; done
}
case $1 in
  daemon-reload) ;;
  stop) stop "$2" ;;
  start | restart) start "$2" "$1" ;;
  enable) for name in "\${@:3}"; do case $name in *.timer) test -e "/etc/systemd/system/$name" ;; *) start "$name" ;; esac; done ;;
  *) echo "systemctl $1 is not replaced" >&2; exit 1 ;;
esac
`;

function inRoot(target, command, options = {}) {
  return spawnSync('chroot', [target, '/bin/bash', '-c', command], {
    stdio: 'inherit',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8', SOURCE: '/source' },
    ...options,
  }).status;
}

function tryInstall(target) {
  const commands = SECTIONS.flatMap(commandsOf);
  // Clones the committed state without its history.
  mkdirSync(join(target, 'source'), { recursive: true });
  spawnSync('git', ['clone', '--bare', '--depth', '1', `file://${root}`, join(target, 'source')], { stdio: 'inherit' });
  cpSync('/etc/resolv.conf', join(target, 'etc/resolv.conf'), { dereference: true });
  // Installs private certificate authorities of this machine, for example of its proxy.
  if (existsSync(PRIVATE_CAS)) cpSync(PRIVATE_CAS, join(target, PRIVATE_CAS), { recursive: true });
  writeFileSync(join(target, 'usr/local/bin/systemctl'), SYSTEMCTL, { mode: 0o755 });
  // The replaced systemctl uses `unshare`, which requires the root to be a mount point.
  spawnSync('mount', ['--bind', target, target], { stdio: 'inherit' });
  for (const name of ['proc', 'dev', 'sys'])
    spawnSync('mount', ['--rbind', '--make-rslave', `/${name}`, join(target, name)], { stdio: 'inherit' });
  try {
    // Runs all blocks in a single shell, as a reader would. It prints each command and stops at the first failure.
    const status = inRoot(target, `set -ex\n${commands.join('\n')}`);
    process.stdout.write(status === 0 ? '\nEvery command succeeded.\n' : `\nA command failed with code ${status}.\n`);
    return status ?? 1;
  } finally {
    inRoot(target, 'for file in /run/*.try.pid; do kill -- "-$(cat "$file")"; done; service nginx stop; service postgresql stop');
  }
}

if (process.argv[1] === import.meta.filename) {
  const [target] = process.argv.slice(2);
  if (!target) throw new Error('Name the root: node scripts/try/install.mjs ROOT');
  if (process.env.OWN_MOUNTS) process.exitCode = tryInstall(resolve(target));
  else {
    const again = ['--mount', '--propagation', 'private', process.execPath, import.meta.filename, target];
    process.exitCode = spawnSync('unshare', again, { stdio: 'inherit', env: { ...process.env, OWN_MOUNTS: '1' } }).status ?? 1;
  }
}
