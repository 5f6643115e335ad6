import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { tokenNames } from '../../web/design/plugin.ts';
import { QrCode } from '../../web/src/features/account/authenticator-dialog.tsx';
import { makeSystem, systemToDraw } from '../../web/src/ui/theme/system.ts';

const drawn = (text: string) =>
  renderToStaticMarkup(
    createElement(ChakraProvider, {
      value: systemToDraw(makeSystem(), tokenNames),
      // biome-ignore lint/correctness/noChildrenProp: its type wants them among its properties
      children: createElement(QrCode, { text, label: 'QR code of your key' }),
    }),
  );

test('a QR code is a labelled image with a single path and a quiet zone', () => {
  const markup = drawn('otpauth://totp/Firm:adviser?secret=JBSWY3DPEHPK3PXP');
  expect(markup).toContain('role="img"');
  expect(markup).toContain('aria-label="QR code of your key"');
  expect(markup.match(/<path/g)).toHaveLength(1);
  const modules = [...markup.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  const size = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1]);
  expect(modules.length).toBeGreaterThan(400);
  expect([Math.min(...modules), Math.max(...modules)]).toEqual([4, size - 5]);
});

test('different texts have different QR codes', () => {
  expect(drawn('a')).not.toBe(drawn('b'));
});
