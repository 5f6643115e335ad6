import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { Link } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { AuthFrame, type Card } from './auth-frame.tsx';

/** The frame of what a mailed link opens before sign-in: its form, and the way back. */
export const MailedLinkFrame = ({ children, ...card }: Card) => (
  <AuthFrame {...card} tagline="Committed to your finances">
    <Grid gap="4">
      {children}
      <Button asChild size="lg" variant="ghost" colorPalette="gray">
        <Link to={paths.login}>Back to Login</Link>
      </Button>
    </Grid>
  </AuthFrame>
);
