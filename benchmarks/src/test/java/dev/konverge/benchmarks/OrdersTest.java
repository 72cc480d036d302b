package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OrdersTest {
    @Test
    void eachOrderIsAnsweredInTurn() throws IOException {
        try (Orders orders = Orders.serve(words -> words.length + " words, the first is " + words[0]);
                Orders.Client client = new Orders.Client(orders.port())) {
            client.tell("create 3");
            client.tell("reset");
            assertThat(client.await()).isEqualTo("2 words, the first is create");
            assertThat(client.await()).isEqualTo("1 words, the first is reset");
        }
    }

    @Test
    void oneProgramAfterTheOtherIsServed() throws IOException {
        try (Orders orders = Orders.serve(words -> words[0])) {
            for (String name : new String[] {"first", "second"}) {
                try (Orders.Client client = new Orders.Client(orders.port())) {
                    client.tell(name);
                    assertThat(client.await()).isEqualTo(name);
                }
            }
        }
    }

    @Test
    void anEndOfTheServerIsToldFromAnAnswer() throws IOException {
        try (Orders orders = Orders.serve(words -> {
                    throw new InterruptedException("asked to end");
                });
                Orders.Client client = new Orders.Client(orders.port())) {
            client.tell("anything");
            assertThatThrownBy(client::await)
                    .isInstanceOf(IOException.class)
                    .hasMessage("the server of the benchmark has ended");
        }
    }
}
