// Writes FILE.br and FILE.gz beside each text file of a folder, where they are smaller.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(css|html|js|mjs|json|svg|txt|wasm|webmanifest)$/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const folder = process.argv[2];
for (const name of readdirSync(folder, { recursive: true })) {
  if (!TEXT.test(name)) continue;
  const path = join(folder, name);
  const plain = readFileSync(path);
  const coded = { br: brotliCompressSync(plain, BROTLI), gz: gzipSync(plain, { level: 9 }) };
  for (const [ending, bytes] of Object.entries(coded)) {
    if (bytes.length < plain.length) writeFileSync(`${path}.${ending}`, bytes);
  }
}
