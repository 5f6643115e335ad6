import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { encode } from 'uqr';
import * as z from 'zod/mini';
import { appCode } from '#shared/contract/account.ts';
import type { AnswerOf } from '#shared/contract/api.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { confirmTotp } from './queries.ts';

interface QrCodeProps {
  text: string;
  label: string;
}

/** Empty modules around the code, which the QR standard requires. */
const GRAY_BUTTON = 4;

/** QR code as one path. Black on white in both themes, because cameras need the contrast. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { border: GRAY_BUTTON });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width="full"
      maxWidth="48"
      borderRadius="md"
    >
      <rect width={size} height={size} fill="white" />
      <path d={dark.join('')} fill="black" />
    </chakra.svg>
  );
}

const confirmation = z.object({ code: appCode });

const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface Props extends DialogState {
  begun: AnswerOf<'POST /api/account/totp'>;
  onAdded: () => void;
}

/** Shows the secret for an authenticator app, and requests a code to confirm it. */
export default function AuthenticatorDialog({ begun: { secret, url }, onAdded, ...dialog }: Props) {
  const { mutateAsync } = useMutation(confirmTotp);
  return (
    <FormDialog
      {...dialog}
      title="Set Up Your Authenticator App"
      description="Scan this with your authenticator app, then enter the 6-digit code."
      autoComplete="on"
      schema={confirmation}
      onSubmit={(body) => mutateAsync({ body }).then(onAdded)}
      submitLabel="Confirm"
      busyLabel="Confirming..."
      needs={['code']}
    >
      <Grid templateColumns={{ base: '1fr', sm: '12rem minmax(0, 1fr)' }} gap="5" alignItems="center">
        <QrCode text={url} label="QR code for your authenticator app" />
        <div>
          <Text textStyle="sm" color="fg.muted">
            If you cannot scan it, enter this key in the app:
          </Text>
          <chakra.code display="block" mt="1" fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            <span translate="no">{grouped(secret)}</span>
          </chakra.code>
        </div>
      </Grid>
      <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" required />
    </FormDialog>
  );
}
