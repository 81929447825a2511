import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface CertificateFiles {
  certificate: string;
  certificateKey: string;
  remove(): void;
}

/** PEM files of a key and a self-signed certificate for 127.0.0.1. Node can't make one, so openssl does. */
export async function makeCertificate(): Promise<CertificateFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-certificate-'));
  const [certificate, certificateKey] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const words = ['req', '-x509', '-nodes', '-days', '2', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await promisify(execFile)('openssl', [...words, ...subject, '-out', certificate, '-keyout', certificateKey]);
  return { certificate, certificateKey, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
