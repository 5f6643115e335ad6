import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { contactLines, legalLines } from '#shared/rules/legal-lines.ts';
import { Summary } from '../../ui/form/summary.tsx';
import { Words } from '../../ui/text/words.tsx';

interface Props {
  firm: FirmSettings['firm'];
  typed: Readonly<Record<string, string>>;
}

/** Foot of an email to a client with the typed legal lines, folded. */
export function LegalPreview({ firm, typed }: Props) {
  const lineOf = (field: string) => typed[field]?.trim() || null;
  const groups = legalLines({
    statusLine: lineOf('statusLine'),
    legalName: lineOf('legalName'),
    company: lineOf('company'),
    frn: lineOf('frn'),
    privacyUrl: lineOf('privacyUrl'),
    complaints: lineOf('complaints'),
  });
  return (
    <details>
      <Summary>Preview</Summary>
      <Grid
        as="figure"
        aria-label="Foot of an email"
        gap="3"
        mt="3"
        p="4"
        minW="0"
        borderWidth="1px"
        borderRadius="l2"
        textStyle="sm"
        color="fg.muted"
      >
        <div>
          {contactLines(firm).map((line) => (
            <Words as="p" key={line}>
              {line}
            </Words>
          ))}
        </div>
        {groups.map((lines) => (
          <div key={lines[0]?.field}>
            {lines.map(({ field, text, url }) => (
              <Words as="p" key={field}>
                {url ? (
                  <chakra.a
                    href={url}
                    target="_blank"
                    rel="noopener noreferrer"
                    color="brand.fg"
                    textDecoration="underline"
                  >
                    {text}
                  </chakra.a>
                ) : (
                  text
                )}
              </Words>
            ))}
          </div>
        ))}
        {groups.length === 0 && <Text>No legal lines yet.</Text>}
      </Grid>
    </details>
  );
}
