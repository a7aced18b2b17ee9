import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, type NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { greeting, keyLinks, newAddress } from '../../src/server/greeting.js';
import { greetingFor } from '../../src/server/operator-links.js';
import { terminalLanguages } from '../../src/server/terminal-words.js';
import { joinBase, lanAddresses } from '../../src/server/http/lan-address.js';

function at(address: string, family: 'IPv4' | 'IPv6' = 'IPv4', internal = false) {
  const rest = { netmask: '', mac: '', cidr: null, internal };
  return [{ address, family, ...rest, scopeid: 0 } as NetworkInterfaceInfo];
}

describe('the addresses of a machine', () => {
  it('begin with the one that phones in the hall reach', () => {
    const ofWindows = {
      'vEthernet (WSL)': at('172.29.0.1'),
      'VirtualBox Host-Only Network': at('192.168.56.1'),
      'Bluetooth Network Connection': at('169.254.7.7'),
      Ethernet: at('169.254.9.9'),
      'Loopback Pseudo-Interface 1': at('127.0.0.1', 'IPv4', true),
      'Wi-Fi': [...at('fe80::1', 'IPv6'), ...at('192.168.0.12')],
    };
    expect(lanAddresses(ofWindows)).toEqual([
      '192.168.0.12',
      '172.29.0.1',
      '192.168.56.1',
      '169.254.9.9',
      '169.254.7.7',
    ]);
    const ofMacOs = { utun3: at('100.64.0.2'), bridge100: at('192.168.64.1'), en0: at('10.0.0.5') };
    expect(lanAddresses(ofMacOs)[0]).toBe('10.0.0.5');
    const ofLinux = { docker0: at('172.17.0.1'), wlp2s0: at('192.168.1.20') };
    expect(lanAddresses(ofLinux)[0]).toBe('192.168.1.20');
    expect(lanAddresses({ lo: at('127.0.0.1', 'IPv4', true), docker0: at('172.17.0.1') })).toEqual([
      '172.17.0.1',
    ]);
  });
});

describe('the greeting', () => {
  const languages = ['en', 'ko'] as const;
  const base = { port: 3000, desk: '/desk#key=k', addresses: ['192.168.0.12'], languages };

  it('names the start page, and the port that another program has', () => {
    const joinBase = 'http://192.168.0.12:3001';
    const text = greeting({
      ...base,
      port: 3001,
      takenPort: 3000,
      joinBase,
      start: '/start#key=k',
    });
    expect(text).toContain('start page       http://localhost:3001/start#key=k  (시작 페이지)\n');
    expect(text).toMatch(/Another program has port 3000.*3001/);
    expect(text).toMatch(/3000번 포트는.*3001번/);
    expect(greeting({ ...base, joinBase })).not.toMatch(/start page|Another program/);
  });

  it('R15.1 says no key where it names the file that has it, or says why none has', () => {
    const joinBase = 'http://192.168.0.12:3000';
    const greeted = { ...base, joinBase, start: '/start#key=k' };
    expect(keyLinks(greeted)).toBe(
      'http://localhost:3000/start#key=k\nhttp://localhost:3000/desk#key=k\n',
    );
    expect(keyLinks({ ...greeted, desk: undefined, start: undefined })).toBe('');
    const text = greeting({ ...greeted, keyFile: '/data/operator-links' });
    expect(text).toContain('start page       http://localhost:3000/start  (시작 페이지)\n');
    expect(text).toContain('your questions   http://localhost:3000/desk  (내 문제집)\n');
    expect(text).toContain('the key is in    /data/operator-links  (키가 있는 파일)\n');
    const failed = greeting({ ...greeted, keyFile: '/data/operator-links', noKeyFile: 'EROFS' });
    expect(failed).toMatch(/cannot be written into \/data\/operator-links:\n {2}EROFS\n/);
    expect(failed).not.toContain('the key is in');
    expect(text + failed).not.toContain('key=');
  });

  it('R15.1 says the key to a terminal, and writes it into a file where there is none', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'madang-greeting-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const greeted = { ...base, joinBase: 'http://192.168.0.12:3000' };
    const file = join(dataDir, 'operator-links');
    expect(greetingFor(greeted, { isTerminal: true, dataDir })).toBe(greeting(greeted));
    expect(readdirSync(dataDir)).toEqual([]);
    // A file that lies there is replaced, so that it is nobody else's.
    writeFileSync(file, 'old', { mode: 0o644 });
    const text = greetingFor(greeted, { isTerminal: false, dataDir });
    expect(text).toContain(`the key is in    ${file}`);
    expect(text).not.toContain('key=');
    expect(readFileSync(file, 'utf8')).toBe('http://localhost:3000/desk#key=k\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['operator-links']);
    // A program without kept quiz sets has no such link.
    const none = greetingFor({ ...greeted, desk: undefined }, { isTerminal: false, dataDir });
    expect(none).not.toContain('operator-links');
  });

  it('is said again, with a code, when the address changes', () => {
    const text = newAddress('http://10.0.0.9:3000', languages);
    expect(text).toMatch(/network has changed.*scan[^]*새 주소[^]*http:\/\/10\.0\.0\.9:3000\n/);
    expect(text).toMatch(/[█▀▄]{10}/);
  });

  it('tells the address, the port and what keeps phones out, in both languages', () => {
    const addresses = ['192.168.0.12', '172.29.0.1'];
    const text = greeting({ ...base, joinBase: 'http://192.168.0.12:3000', addresses });
    expect(text).toContain('on this machine  http://localhost:3000  (이 컴퓨터에서)\n');
    expect(text).toContain('for the hall     http://192.168.0.12:3000  (행사장에서)\n');
    expect(text).toContain('or else          http://172.29.0.1:3000  (안 되면)\n');
    expect(text).toContain('your questions   http://localhost:3000/desk#key=k  (내 문제집)\n');
    expect(text).toMatch(/same network .*firewall.*port 3000/s);
    expect(text).toMatch(/같은 네트워크.*방화벽.*3000번 포트/s);
    expect(text).toMatch(/[█▀▄]{10}/);
  });

  it('is in English, and in the language of the machine where that is another one', () => {
    expect(terminalLanguages('ko-KR')).toEqual(['en', 'ko']);
    expect(terminalLanguages('en-GB')).toEqual(['en']);
    expect(terminalLanguages('xx')).toEqual(['en']);
    const joinBase = 'http://192.168.0.12:3000';
    const text = greeting({ ...base, joinBase, languages: ['en'] });
    expect(text).toMatch(/same network/);
    expect(text).toContain('on this machine  http://localhost:3000\n');
    expect(text).not.toMatch(/[가-힣]/);
    const german = greeting({ ...base, joinBase, languages: terminalLanguages('de-AT') });
    expect(german).toMatch(/Madang is open\n +Madang ist geöffnet\n/);
    expect(german).toContain('for the hall     http://192.168.0.12:3000  (für den Saal)\n');
  });

  it('says nothing of networks where the hall has a public address', () => {
    const text = greeting({ ...base, joinBase: 'https://quiz.example.org' });
    expect(text).toContain('for the hall     https://quiz.example.org  (행사장에서)\n');
    expect(text).toContain('your questions   https://quiz.example.org/desk#key=k  (내 문제집)\n');
    expect(text).not.toMatch(/192\.168|firewall|방화벽/);
  });

  it('says that only this machine gets in where HOST lets nobody else in', () => {
    for (const host of ['127.0.0.1', '127.8.8.8', 'localhost', '::1']) {
      const alone = joinBase(undefined, 3000, host);
      expect(alone).toBe('http://localhost:3000');
      const text = greeting({ ...base, joinBase: alone });
      expect(text).toContain('on this machine  http://localhost:3000  (이 컴퓨터에서)\n');
      expect(text).toContain('your questions   http://localhost:3000/desk#key=k  (내 문제집)\n');
      expect(text).toMatch(/Only this machine gets in/);
      expect(text).toMatch(/이 컴퓨터에서만/);
      // Neither an address for phones nor a code with one.
      expect(text).not.toMatch(/for the hall|192\.168|[█▀▄]{10}/);
    }
    expect(joinBase('https://quiz.example.org/', 3000, '127.0.0.1')).toBe(
      'https://quiz.example.org',
    );
  });
});
