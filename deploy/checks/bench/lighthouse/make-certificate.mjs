/** node make-certificate.mjs: a key and a certificate for 127.0.0.1, self-signed. Prints one line of JSON: PEM texts. */
import { generate } from 'selfsigned';

const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
console.log(JSON.stringify({ key, cert }));
